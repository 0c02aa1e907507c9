//! Files of others, of which no more is read than may be, and files of our own, which are there whole or not at all.

use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

/// Everything in a file, or in standard input for `-`.
pub(crate) fn read_limited(path: &Path, most: usize) -> anyhow::Result<Vec<u8>> {
    // One byte more than may be tells that there is more; what a file says of its length need not be true.
    let limit = most as u64 + 1;
    let mut bytes = Vec::new();
    let read = match path.to_str() {
        Some("-") => std::io::stdin().take(limit).read_to_end(&mut bytes),
        _ => File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes)),
    };
    read.with_context(|| path.display().to_string())?;
    anyhow::ensure!(bytes.len() <= most, "{}: too long; expected at most {most} bytes", path.display());
    Ok(bytes)
}

/// The same as text.
pub(crate) fn read_text(path: &Path, most: usize) -> anyhow::Result<String> {
    String::from_utf8(read_limited(path, most)?)
        .map_err(|error| error.utf8_error())
        .with_context(|| path.display().to_string())
}

/// A file to come. Until it is finished, what stood there before stays.
pub(crate) struct Pending {
    file: File,
    part: PathBuf,
    path: PathBuf,
}

impl Pending {
    /// Begins to write beside it, so that one learns at once where that is impossible.
    pub(crate) fn new(path: &Path) -> anyhow::Result<Self> {
        let part = PathBuf::from(format!("{}.part", path.display()));
        let file = File::create(&part).with_context(|| format!("can't write {}", path.display()))?;
        Ok(Pending { file, part, path: path.into() })
    }

    /// Puts it there with these contents.
    pub(crate) fn finish(mut self, bytes: &[u8]) -> anyhow::Result<()> {
        let written = self.file.write_all(bytes).and_then(|()| std::fs::rename(&self.part, &self.path));
        written.with_context(|| format!("can't write {}", self.path.display()))
    }
}
