//! The page: files that are part of the program, cached by their content.
//!
//! Files under `assets` are also found under `assets/HASH`, where HASH stands for the content of all files: there
//! they never change and may be kept for ever. Pages name them by `/assets/…`, and the hash is put in as they are
//! sent; modules that import each other by relative paths need nothing.

use std::sync::OnceLock;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};
use sha2::{Digest, Sha256};

use crate::fault::Fault;

/// The files of the page.
#[derive(RustEmbed)]
#[folder = "../../web/"]
struct Web;

/// The page that shows every view.
const INDEX: &str = "index.html";

/// Answers with a file, or with the page where the path is one of its views.
pub(super) async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) || uri.path().starts_with("/api/") {
        return Fault::NotFound.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let hash = assets_hash();
    let hashed = path.strip_prefix("assets/").and_then(|path| path.strip_prefix(&format!("{hash}/")));
    let (name, forever) = match hashed {
        Some(rest) => (format!("assets/{rest}"), true),
        None => (path.to_string(), false),
    };
    let last = name.rsplit('/').next().unwrap_or_default();
    let name = if !last.contains('.') { INDEX.to_string() } else { name };
    match Web::get(&name) {
        Some(file) => answer(&name, file, &hash, forever, &headers),
        None => Fault::NotFound.into_response(),
    }
}

fn answer(name: &str, file: EmbeddedFile, hash: &str, forever: bool, headers: &HeaderMap) -> Response {
    let is_page = name.ends_with(".html") || name.ends_with(".webmanifest");
    let data = if is_page {
        let text = String::from_utf8_lossy(&file.data).replace("\"/assets/", &format!("\"/assets/{hash}/"));
        text.into_bytes()
    } else {
        file.data.into_owned()
    };
    let tag = format!("\"{}\"", hex::encode(&Sha256::digest(&data)[..12]));
    if headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return StatusCode::NOT_MODIFIED.into_response();
    }
    let kind = mime_guess::from_path(name).first_or_octet_stream();
    let kind = if kind.type_() == "text" { format!("{kind}; charset=utf-8") } else { kind.to_string() };
    let cache = if forever { "public, max-age=31536000, immutable" } else { "no-cache" };
    let headers = [(CONTENT_TYPE, kind), (ETAG, tag), (CACHE_CONTROL, cache.to_string())];
    (headers, Body::from(data)).into_response()
}

/// A hash of all files. While they are read from disk, in a debug build, it is made anew each time.
fn assets_hash() -> String {
    static HASH: OnceLock<String> = OnceLock::new();
    let make = || {
        let mut names: Vec<_> = Web::iter().collect();
        names.sort_unstable();
        let mut hasher = Sha256::new();
        for name in names {
            hasher.update(name.as_bytes());
            if let Some(file) = Web::get(&name) {
                hasher.update(file.metadata.sha256_hash());
            }
        }
        hex::encode(&hasher.finalize()[..8])
    };
    if cfg!(debug_assertions) { make() } else { HASH.get_or_init(make).clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn get(path: &str) -> Response {
        serve(Method::GET, path.parse().unwrap(), HeaderMap::new()).await
    }

    #[tokio::test]
    async fn views_are_the_page_and_unknown_files_are_not() {
        for path in ["/", "/game/abcdefgh", "/join/abcdefgh", "/index.html"] {
            let response = get(path).await;
            assert_eq!(response.status(), StatusCode::OK, "{path}");
            assert_eq!(response.headers()[CACHE_CONTROL], "no-cache");
        }
        for path in ["/assets/none.js", "/api/none", "/../Cargo.toml", "/assets/../../Cargo.toml"] {
            assert_eq!(get(path).await.status(), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[tokio::test]
    async fn a_file_that_the_browser_has_is_not_sent_again() {
        let tag = get("/").await.headers()[ETAG].clone();
        let headers = HeaderMap::from_iter([(IF_NONE_MATCH, tag)]);
        let again = serve(Method::GET, "/".parse().unwrap(), headers).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    }
}
