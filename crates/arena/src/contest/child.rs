//! Another program as a child process: lines to it, lines from it, and no trust in either.
//!
//! Two threads carry the lines, so that a child that neither reads nor writes holds up nobody, and one that
//! writes without end fills no memory. The process is killed with everything it has started.

use std::io::{self, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use damier_notation::hub::read_limited;

use super::Fault;

/// The longest line that is read.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait to be read or written.
const WAITING: usize = 256;
/// How long a child may take to go when it is asked to.
const FAREWELL: Duration = Duration::from_millis(300);

/// The groups of all children that are there.
static GROUPS: Mutex<Vec<u32>> = Mutex::new(Vec::new());

fn groups() -> MutexGuard<'static, Vec<u32>> {
    GROUPS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Kills every program that plays, with everything that it has started, for who is about to end before its contest does.
pub fn kill_programs() {
    let mut groups = groups();
    groups.drain(..).for_each(kill);
    // Never given back: none is started any more.
    std::mem::forget(groups);
}

/// Kills a group; one that has gone already is no error.
fn kill(group: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// A process and the lines to and from it.
pub(super) struct Child {
    process: std::process::Child,
    to: SyncSender<String>,
    from: Receiver<String>,
}

impl Child {
    /// Starts a program. One that is named by its path starts in its own folder, where engines look for their
    /// files.
    pub(super) fn start(words: &[String]) -> io::Result<Self> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "no command"));
        };
        let mut command = if program.contains(std::path::MAIN_SEPARATOR) {
            let path = std::fs::canonicalize(program)?;
            let mut command = Command::new(&path);
            if let Some(folder) = path.parent() {
                command.current_dir(folder);
            }
            command
        } else {
            Command::new(program)
        };
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // Nobody who kills all of them may miss one that is just being started.
        let mut groups = groups();
        let mut process = command.spawn()?;
        groups.push(process.id());
        drop(groups);
        let (to, lines) = sync_channel::<String>(WAITING);
        let (heard, from) = sync_channel(WAITING);
        if let (Some(mut input), Some(output)) = (process.stdin.take(), process.stdout.take()) {
            std::thread::spawn(move || {
                // Ends when the child has gone, or nobody has anything more to say to it.
                for line in lines {
                    if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                        break;
                    }
                }
            });
            std::thread::spawn(move || {
                let mut output = BufReader::new(output);
                while let Ok(Some(line)) = read_limited(&mut output, LONGEST_LINE) {
                    // A line that is too long is garbage, which the protocol ignores.
                    if line.is_ok_and(|line| heard.send(line).is_err()) {
                        break;
                    }
                }
            });
        }
        Ok(Child { process, to, from })
    }

    /// Says something of one or more lines.
    pub(super) fn say(&self, text: String) -> Result<(), Fault> {
        // Where so much waits to be read, nothing is read any more; where the writer has ended, so has the child.
        self.to.try_send(text).map_err(|error| match error {
            std::sync::mpsc::TrySendError::Full(_) => Fault::Hung,
            std::sync::mpsc::TrySendError::Disconnected(_) => Fault::Crashed,
        })
    }

    /// The next line, if it comes in time.
    pub(super) fn hear(&self, until: Instant) -> Result<String, Fault> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(Fault::Hung);
        }
        self.from.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => Fault::Hung,
            RecvTimeoutError::Disconnected => Fault::Crashed,
        })
    }

    /// Asks the child to go, and gives it a moment to do so.
    pub(super) fn dismiss(mut self) {
        let asked = Instant::now();
        if self.say("quit\n".into()).is_ok() {
            while asked.elapsed() < FAREWELL && matches!(self.process.try_wait(), Ok(None)) {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // Whatever it started is in its group.
        let mut groups = groups();
        groups.retain(|&group| group != self.process.id());
        kill(self.process.id());
        drop(groups);
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
