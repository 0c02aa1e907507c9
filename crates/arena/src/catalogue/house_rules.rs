//! Options: what players can choose, and checking what they chose.

use super::Text;
use crate::rulebox::Rulebox;

/// Something that players can choose.
#[derive(Debug)]
pub struct HouseRule {
    /// The name that scripts and links use.
    pub name: &'static str,
    /// The value where nothing is chosen.
    pub default: &'static str,
    /// What it decides.
    pub meaning: Text,
    /// What can be chosen.
    pub values: Values,
}

/// The values of an option.
#[derive(Debug)]
pub enum Values {
    /// One of these.
    Choices(&'static [Choice]),
    /// A whole number in this range.
    Number {
        /// The smallest.
        least: u16,
        /// The greatest.
        most: u16,
    },
    /// A text of a form that the game checks.
    Form {
        /// The form, by example.
        example: &'static str,
        /// In words.
        meaning: Text,
    },
}

/// One of several values.
#[derive(Debug)]
pub struct Choice {
    /// The value.
    pub value: &'static str,
    /// What it means.
    pub meaning: Text,
}

/// The choice that an option is on or off.
pub(super) const fn yes_or_no(yes: Text, no: Text) -> [Choice; 2] {
    [Choice { value: "true", meaning: yes }, Choice { value: "false", meaning: no }]
}

/// Why options can't be had.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionError {
    /// The game has no such option.
    #[error("option: \"{name}\": this game has no such option; expected {}", list(.expected))]
    Unknown {
        /// Its name.
        name: String,
        /// The options that it has.
        expected: Vec<&'static str>,
    },
    /// An option is given twice.
    #[error("option: \"{name}\": given twice; expected each option once")]
    Twice {
        /// Its name.
        name: String,
    },
    /// Two values that can't be played together.
    #[error("option: {name}: \"{value}\": not together with {other}=\"{other_value}\"; expected {expected}")]
    Together {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The other option.
        other: &'static str,
        /// Its value.
        other_value: String,
        /// What would do.
        expected: &'static str,
    },
    /// The option has no such value.
    #[error("option: {name}: \"{value}\": no such value; expected {expected}")]
    Value {
        /// The option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values that it has.
        expected: String,
    },
}

fn list(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { format!("one of {}", names.join(", ")) }
}

/// A game ready to play, or what is wrong with its options.
pub type Opened = Result<Box<dyn Rulebox>, OptionError>;

/// The longest value that is read.
const LONGEST: usize = 256;

/// The values chosen, checked against the options of a game.
pub(super) struct Given(Vec<(&'static HouseRule, String)>);

impl Given {
    pub(super) fn check(
        options: &'static [HouseRule],
        given: &[(String, String)],
    ) -> Result<Self, OptionError> {
        let mut values: Vec<(&'static HouseRule, String)> = Vec::new();
        for (name, value) in given {
            let shown = || name.chars().take(60).collect();
            let option =
                options.iter().find(|option| option.name == name).ok_or_else(|| OptionError::Unknown {
                    name: shown(),
                    expected: options.iter().map(|option| option.name).collect(),
                })?;
            if values.iter().any(|known| known.0.name == name) {
                return Err(OptionError::Twice { name: shown() });
            }
            let fits = value.len() <= LONGEST
                && match &option.values {
                    Values::Choices(choices) => choices.iter().any(|choice| choice.value == value),
                    Values::Number { least, most } => {
                        whole_number(value).is_some_and(|number| (*least..=*most).contains(&number))
                    }
                    Values::Form { .. } => true,
                };
            if !fits {
                return Err(refused(option, value));
            }
            values.push((option, value.clone()));
        }
        for option in options {
            if !values.iter().any(|known| known.0.name == option.name) {
                values.push((option, option.default.into()));
            }
        }
        Ok(Given(values))
    }

    fn entry(&self, name: &str) -> &(&'static HouseRule, String) {
        let entry = self.0.iter().find(|entry| entry.0.name == name);
        entry.expect("a game asks for its own options")
    }

    /// The value of an option of the game.
    pub(super) fn value(&self, name: &str) -> &str {
        &self.entry(name).1
    }

    /// Whether an option is on.
    pub(super) fn is_on(&self, name: &str) -> bool {
        self.value(name) == "true"
    }

    /// The value of an option that is a number.
    pub(super) fn number(&self, name: &str) -> u16 {
        whole_number(self.value(name)).expect("the value was checked")
    }

    /// Whether every option has its default.
    pub(super) fn are_usual(&self) -> bool {
        self.0.iter().all(|(option, value)| option.default == value)
    }

    /// Refuses the value of an option.
    pub(super) fn refuse(&self, name: &str) -> OptionError {
        let (option, value) = self.entry(name);
        refused(option, value)
    }

    /// Refuses the values of two options together, and says what would do instead of the first.
    pub(super) fn refuse_together(&self, name: &str, other: &str, expected: &'static str) -> OptionError {
        let shown = |value: &str| value.chars().take(60).collect();
        let [(option, value), (other, other_value)] = [name, other].map(|name| self.entry(name));
        OptionError::Together {
            name: option.name,
            value: shown(value),
            other: other.name,
            other_value: shown(other_value),
            expected,
        }
    }
}

/// Reads a whole number written in digits alone.
pub(super) fn whole_number(text: &str) -> Option<u16> {
    let is_plain = (1..=5).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_plain { text.parse().ok() } else { None }
}

fn refused(option: &'static HouseRule, value: &str) -> OptionError {
    let expected = match &option.values {
        Values::Choices(choices) => {
            let values: Vec<&str> = choices.iter().map(|choice| choice.value).collect();
            values.join(" or ")
        }
        Values::Number { least, most } => format!("a whole number from {least} to {most}"),
        Values::Form { example, meaning } => format!("{} such as {example}", meaning.en),
    };
    OptionError::Value { name: option.name, value: value.chars().take(60).collect(), expected }
}
