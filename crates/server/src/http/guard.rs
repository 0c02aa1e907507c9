//! Who may ask, and what every answer says to browsers.

use axum::extract::{Request, State};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use crate::fault::Fault;

/// No inline script, nothing from elsewhere, and nobody frames the page.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// How names end that nobody can buy.
const LOCAL: [&str; 5] = [".home.arpa", ".internal", ".lan", ".local", ".localhost"];

const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Adds what every answer says to browsers.
pub(super) async fn set_headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    // Games change: only what says so itself may be kept.
    response.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Turns away unsafe requests and sockets that another site's page asks for, and whoever knows the API by a name that
/// isn't this server's.
pub(super) async fn check_origin(State(app): State<App>, request: Request, next: Next) -> Response {
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
    let is_socket = request.headers().contains_key("upgrade");
    let public_url = app.public_url.as_deref();
    let may_ask = if !is_safe || is_socket {
        is_ours(request.headers(), public_url)
    } else {
        !request.uri().path().starts_with("/api/") || has_known_host(request.headers(), public_url)
    };
    if may_ask { next.run(request).await } else { Fault::BadOrigin.into_response() }
}

/// Makes every answer that isn't a success a problem in words, whoever gave it.
pub(super) async fn explain(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let status = response.status();
    let is_told = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if is_told || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let fault = match status {
        StatusCode::METHOD_NOT_ALLOWED => Fault::BadMethod,
        StatusCode::SERVICE_UNAVAILABLE => Fault::Busy,
        StatusCode::PAYLOAD_TOO_LARGE => Fault::TooLarge,
        status if status.is_client_error() => Fault::BadRequest("request: can't be read".into()),
        status => Fault::Broken(status.to_string()),
    };
    let mut told = fault.into_response();
    if let Some(methods) = response.headers().get(ALLOW) {
        told.headers_mut().insert(ALLOW, methods.clone());
    }
    told
}

fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

fn has_known_host(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    text(headers, &HOST).is_some_and(|host| is_known_host(host, public_url))
}

/// Whether a request comes from a page of this server, or from no page at all.
fn is_ours(headers: &HeaderMap, public_url: Option<&str>) -> bool {
    let Some(host) = text(headers, &HOST) else { return false };
    if !is_known_host(host, public_url) {
        return false;
    }
    match text(headers, &ORIGIN) {
        // Browsers always say where a page comes from; whoever doesn't is no browser and has no one's rights.
        None => true,
        Some(origin) => authority(origin).is_some_and(|origin| {
            origin.eq_ignore_ascii_case(host)
                || public_url.and_then(authority).is_some_and(|public| public.eq_ignore_ascii_case(&origin))
        }),
    }
}

/// A page of another site can point its own name at this machine; its name isn't one of ours.
fn is_known_host(host: &str, public_url: Option<&str>) -> bool {
    if public_url.and_then(authority).is_some_and(|public| public.eq_ignore_ascii_case(host)) {
        return true;
    }
    let Ok(authority) = host.parse::<axum::http::uri::Authority>() else { return false };
    let name = authority.host().trim_matches(['[', ']']);
    let is_address = name.parse::<std::net::IpAddr>().is_ok();
    // Names without a dot, and those of the local network, can't be bought.
    is_address || !name.contains('.') || LOCAL.iter().any(|end| name.ends_with(end))
}

/// The host and port of an address.
fn authority(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    uri.scheme()?;
    uri.authority().map(|authority| authority.as_str().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(host: &str, origin: Option<&str>, public_url: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, origin.parse().unwrap());
        }
        is_ours(&headers, public_url)
    }

    #[test]
    fn pages_of_this_server_may_ask() {
        assert!(ours("127.0.0.1:8080", Some("http://127.0.0.1:8080"), None));
        assert!(ours("[::1]:8080", Some("http://[::1]:8080"), None));
        assert!(ours("localhost:8080", None, None));
        assert!(ours("damier.example", Some("https://damier.example"), Some("https://damier.example")));
        assert!(ours("127.0.0.1:8080", Some("https://damier.example"), Some("https://damier.example/")));
    }

    #[test]
    fn pages_of_others_may_not() {
        assert!(!ours("127.0.0.1:8080", Some("http://evil.example"), None));
        assert!(!ours("127.0.0.1:8080", Some("http://127.0.0.1:8081"), None));
        assert!(!ours("127.0.0.1:8080", Some("null"), None));
        assert!(!ours("evil.example", Some("http://evil.example"), None), "a name pointed at this machine");
        assert!(!ours("evil.example", None, Some("https://damier.example")));
    }
}
