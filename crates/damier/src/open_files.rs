//! How many files and sockets this program may have open at once.

/// Raises the limit as far as it may be raised; how many there may be now, where that is known.
#[cfg(unix)]
pub(crate) fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => raised.current,
        Err(_) => limit.current,
    }
}

/// Nothing limits it that could be raised.
#[cfg(not(unix))]
pub(crate) const fn raise() -> Option<u64> {
    None
}

/// Makes sure that there may be so many.
pub(crate) fn allow(needed: u64) -> anyhow::Result<()> {
    let most = raise();
    anyhow::ensure!(
        most.is_none_or(|most| most >= needed),
        "open files: {needed} are needed; expected a system that allows them (ulimit -Hn: {})",
        most.unwrap_or_default()
    );
    Ok(())
}
