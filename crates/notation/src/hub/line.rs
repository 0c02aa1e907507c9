//! Lines of the Hub protocol: a command and its arguments, `level moves=9 time=291.5`.
//!
//! A value is quoted where it is empty or has a blank, an equals sign or a control character in it; there is
//! no way to quote a quote. An argument without a value is a flag.

use std::fmt;
use std::io::{self, BufRead};

/// The longest line that is read; a game of some ten thousand moves has its place in it.
pub const LONGEST_LINE: usize = 1 << 20;

/// A line that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line: \"{text}\": {problem}; expected COMMAND NAME=VALUE ...")]
pub struct BadLine {
    /// Where it goes wrong.
    pub text: String,
    /// What is wrong there.
    pub problem: &'static str,
}

/// A command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    command: String,
    pairs: Vec<(String, String)>,
}

impl Line {
    /// A command without arguments.
    #[must_use]
    pub fn new(command: &str) -> Self {
        Line { command: command.into(), pairs: Vec::new() }
    }

    /// The same line with one more argument. Quotes and control characters can't be told in this protocol and
    /// are replaced.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        let tame = |letter: char| match letter {
            '"' => '\'',
            letter if letter.is_control() => ' ',
            letter => letter,
        };
        self.pairs.push((name.into(), value.to_string().chars().map(tame).collect()));
        self
    }

    /// Reads a line.
    pub fn read(text: &str) -> Result<Self, BadLine> {
        let mut reader = Reader { rest: text };
        let command = reader.name()?;
        let mut pairs = Vec::new();
        while !reader.is_at_end() {
            let name = reader.name()?;
            pairs.push((name, reader.value()?));
        }
        Ok(Line { command, pairs })
    }

    /// The command.
    #[must_use]
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The value of an argument, empty where it is a flag; the last one where it is given twice.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.pairs.iter().rev().find(|pair| pair.0 == name).map(|pair| pair.1.as_str())
    }
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.command)?;
        for (name, value) in &self.pairs {
            if !value.is_empty() && value.chars().all(is_plain) {
                write!(out, " {name}={value}")?;
            } else {
                write!(out, " {name}=\"{value}\"")?;
            }
        }
        Ok(())
    }
}

/// Whether a letter may be part of a name, or of a value without quotes.
fn is_plain(letter: char) -> bool {
    !letter.is_control() && !letter.is_whitespace() && letter != '=' && letter != '"'
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn error(&self, problem: &'static str) -> BadLine {
        BadLine { text: self.rest.chars().take(60).collect(), problem }
    }

    fn is_at_end(&mut self) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.is_empty()
    }

    fn name(&mut self) -> Result<String, BadLine> {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|letter| !is_plain(letter)).unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.error("no word"));
        }
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(name.into())
    }

    /// What follows an equals sign; nothing where there is none.
    fn value(&mut self) -> Result<String, BadLine> {
        let Some(after) = self.rest.trim_start().strip_prefix('=') else { return Ok(String::new()) };
        self.rest = after.trim_start();
        let Some(quoted) = self.rest.strip_prefix('"') else { return self.name() };
        let Some((value, rest)) = quoted.split_once('"') else {
            return Err(self.error("no closing quote"));
        };
        self.rest = rest;
        Ok(value.into())
    }
}

/// Reads the next line of at most `most` bytes; of a longer one nothing is kept but that it was too long, which
/// is `Some(Err(bytes))`. Whatever isn't UTF-8 is replaced.
pub fn read_limited(input: &mut impl BufRead, most: usize) -> io::Result<Option<Result<String, usize>>> {
    let (mut line, mut length) = (Vec::new(), 0);
    loop {
        let buffer = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        if buffer.is_empty() && length == 0 {
            return Ok(None);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        length += part.len() + usize::from(end.is_some());
        if line.len() + part.len() <= most {
            line.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        let is_over = end.is_some() || used == 0;
        input.consume(used);
        if is_over {
            let bytes = length - usize::from(end.is_some());
            let text = String::from_utf8_lossy(&line);
            return Ok(Some(if bytes > most { Err(bytes) } else { Ok(text.trim_end_matches('\r').into()) }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_the_protocol_writes_them() {
        let line =
            Line::read("  param name=variant value = normal type=enum values=\"normal bt\" flag ").unwrap();
        assert_eq!(line.command(), "param");
        assert_eq!(line.value("value"), Some("normal"));
        assert_eq!(line.value("values"), Some("normal bt"));
        assert_eq!(line.value("flag"), Some(""));
        assert_eq!(line.value("max"), None);
        assert_eq!(Line::read("level depth=3 depth=4").unwrap().value("depth"), Some("4"));
        assert_eq!(Line::read("go think").unwrap().value("think"), Some(""));
        assert_eq!(Line::read("pos moves=\"\"").unwrap().value("moves"), Some(""));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for value in ["", "normal", "32-28 19-23", "a=b", "*33 [5:3]", "W:W31-50:B1-20"] {
            let line = Line::new("error").with("message", value).with("code", 7);
            assert_eq!(Line::read(&line.to_string()).unwrap(), line);
        }
        let tamed = Line::new("error").with("message", "a \"b\"\nquit");
        assert_eq!(tamed.to_string(), "error message=\"a 'b' quit\"", "a value stays in its line");
    }

    #[test]
    fn what_is_no_line_is_refused_by_name() {
        for (text, problem) in [
            ("", "no word"),
            ("=3", "no word"),
            ("\"go\"", "no word"),
            ("level depth=", "no word"),
            ("level depth==3", "no word"),
            ("pos moves=\"32-28", "no closing quote"),
            ("go \u{7}", "no word"),
        ] {
            let error = Line::read(text).unwrap_err();
            assert_eq!(error.problem, problem, "{text:?}: {error}");
        }
    }

    #[test]
    fn lines_are_limited() {
        let text = format!("one\r\n{}\n\ntwo\u{e9}", "x".repeat(100));
        let mut input = io::BufReader::with_capacity(7, text.as_bytes());
        let mut next = || read_limited(&mut input, 10).unwrap();
        assert_eq!(next(), Some(Ok("one".into())));
        assert_eq!(next(), Some(Err(100)));
        assert_eq!(next(), Some(Ok(String::new())));
        assert_eq!(next(), Some(Ok("two\u{e9}".into())));
        assert_eq!(next(), None);
        assert_eq!(read_limited(&mut &b"\xff\n"[..], 10).unwrap(), Some(Ok("\u{fffd}".into())));
    }
}
