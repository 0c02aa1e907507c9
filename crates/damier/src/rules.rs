//! `damier rules`: the rules of a game, set for the terminal.

use std::io::Write;

use anstyle::{AnsiColor, Style};
use damier_arena::catalogue::{Entry, HouseRule, Text, Values};
use damier_arena::pages::{self, Article, Diagram, Origin, Page, Reading};
use damier_arena::words::Language;
use damier_rules::reason::Rule;
use textwrap::Options;

use crate::cli::Spot;
use crate::show;

/// Lines no longer than this are easy to read.
const WIDEST: usize = 88;

/// How far everything below a title is moved in.
const INDENT: &str = "    ";

pub(crate) fn run(entry: &'static Entry, rule: Option<&str>, language: Language) -> anyhow::Result<()> {
    let page = pages::of(entry.id).ok_or_else(|| anyhow::anyhow!("rules: {}: no page", entry.id))?;
    let setter = Setter { entry, language, width: textwrap::termwidth().min(WIDEST) };
    let lines = match rule {
        None => setter.page(page)?,
        Some(id) => {
            let article = page.article(id).ok_or_else(|| unknown(page, id))?;
            setter.article(article)?
        }
    };
    let mut out = anstream::stdout().lock();
    for line in lines {
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn unknown(page: &Page, id: &str) -> anyhow::Error {
    let shown: String = id.chars().take(60).collect();
    let known: Vec<&str> = page.articles.iter().map(|article| article.id.as_str()).collect();
    anyhow::anyhow!("rule: \"{shown}\": not on this game's page; expected one of {}", known.join(", "))
}

/// Sets a page in lines.
struct Setter {
    entry: &'static Entry,
    language: Language,
    width: usize,
}

impl Setter {
    fn say<'a>(&self, fr: &'a str, en: &'a str) -> &'a str {
        match self.language {
            Language::French => fr,
            Language::English => en,
        }
    }

    /// Wraps paragraphs; the very first line begins with `first`, the others with `rest`.
    fn wrapped(&self, text: &str, first: &str, rest: &str) -> Vec<String> {
        let options = Options::new(self.width).subsequent_indent(rest);
        let mut lines = Vec::new();
        for (paragraph, nth) in text.lines().zip(0..) {
            if nth > 0 {
                lines.push(String::new());
            }
            let options = options.clone().initial_indent(if nth == 0 { first } else { rest });
            lines.extend(textwrap::wrap(paragraph, options).into_iter().map(|line| line.into_owned()));
        }
        lines
    }

    fn page(&self, page: &Page) -> anyhow::Result<Vec<String>> {
        let name = self.entry.name.in_language(self.language);
        let bold = Style::new().bold();
        let mut lines = vec![format!("{bold}{}{bold:#}", name.to_uppercase()), String::new()];
        lines.extend(self.wrapped(page.introduction.in_language(self.language), "", ""));
        lines.push(String::new());
        let dim = Style::new().dimmed();
        let legend = self.wrapped(&self.legend(page)?, "", "");
        lines.extend(legend.into_iter().map(|line| format!("{dim}{line}{dim:#}")));
        for article in &page.articles {
            lines.push(String::new());
            lines.extend(self.article(article)?);
        }
        Ok(lines)
    }

    /// How the drawings are read.
    fn legend(&self, page: &Page) -> anyhow::Result<String> {
        let game = self.entry.open(&[])?;
        let start = game.scene(None)?.setup;
        let mut parts = if start.is_ranked() {
            vec![self.say(
                "w désigne les pions bleus et b les rouges, suivis de leur tête (b bleue, g verte, r rouge, y jaune)",
                "w stands for blue pawns and b for red ones, followed by their head (b blue, g green, r red, y yellow)",
            )]
        } else {
            vec![self.say(
                "w et b sont les pions blancs et noirs, W et B leurs dames",
                "w and b are White's and Black's men, W and B their kings",
            )]
        };
        if !game.traps().is_empty() {
            parts
                .push(self.say("[\u{a0}\u{a0}]\u{a0}une trappe ouverte", "[\u{a0}\u{a0}]\u{a0}an open trap"));
        }
        if !game.layout().sliding.is_empty() {
            parts.push(self.say("⇄\u{a0}une plaque", "⇄\u{a0}a plate"));
        }
        if page.explaining(Rule::HuffFirst).is_some() {
            parts.push(
                self.say("*\u{a0}une pièce qui peut être soufflée", "*\u{a0}a piece that may be huffed"),
            );
        }
        parts.push(self.say(
            "→\u{a0}ce qui se joue, ✗\u{a0}ce qui est refusé",
            "→\u{a0}what is played, ✗\u{a0}what is refused",
        ));
        let separator = self.say("\u{202f}; ", "; ");
        Ok(format!("{}{}.", self.say("Dans les dessins, ", "In the drawings, "), parts.join(separator)))
    }

    fn article(&self, article: &Article) -> anyhow::Result<Vec<String>> {
        let bold = Style::new().bold().underline();
        let dim = Style::new().dimmed();
        let title = article.title.in_language(self.language);
        let mut lines = vec![format!("{bold}{title}{bold:#}  {dim}[{}]{dim:#}", article.id)];
        lines.extend(self.wrapped(article.text.in_language(self.language), INDENT, INDENT));
        for diagram in &article.diagrams {
            lines.push(String::new());
            lines.extend(self.diagram(diagram)?);
        }
        for reading in &article.readings {
            lines.push(String::new());
            lines.extend(self.reading(reading));
        }
        Ok(lines)
    }

    fn diagram(&self, diagram: &Diagram) -> anyhow::Result<Vec<String>> {
        let options: Vec<(String, String)> = diagram.options.clone().into_iter().collect();
        let game = self.entry.open(&options)?;
        let scene = game.scene(diagram.position.as_deref())?;
        let drawn = show::board(&*game, &scene).into_iter();
        let mut lines: Vec<String> = drawn.map(|line| format!("{INDENT}{INDENT}{line}")).collect();
        if !options.is_empty() {
            let chosen: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            lines.push(format!("{INDENT}{INDENT}({})", chosen.join(", ")));
        }
        let caption = diagram.caption.in_language(self.language);
        let mark = match (&diagram.action, &diagram.refused) {
            (Some(action), None) => format!("{INDENT}→ {action}  "),
            (Some(action), Some(_)) => format!("{INDENT}✗ {action}  "),
            (None, _) => format!("{INDENT}  "),
        };
        lines.extend(self.wrapped(caption, &mark, &format!("{INDENT}  ")));
        Ok(lines)
    }

    fn reading(&self, reading: &Reading) -> Vec<String> {
        let mark = match reading.origin {
            Origin::Open => self.say("Notre lecture\u{a0}: ", "Our reading: "),
            Origin::Variant => self.say("Variante de la feuille\u{a0}: ", "The sheet's variant: "),
            Origin::House => self.say("Règle maison\u{a0}: ", "House rule: "),
        };
        let text = reading.text.in_language(self.language);
        let mut lines = self.wrapped(text, &format!("{INDENT}{mark}"), INDENT);
        let rule = self.entry.options.iter().find(|rule| Some(rule.name) == reading.option.as_deref());
        lines.extend(rule.map(|rule| self.choices(rule)).unwrap_or_default());
        let style = AnsiColor::Cyan.on_default();
        lines.into_iter().map(|line| format!("{style}{line}{style:#}")).collect()
    }

    /// How an option is chosen.
    fn choices(&self, rule: &HouseRule) -> Vec<String> {
        let say = |text: Text| text.in_language(self.language).to_string();
        let default = self.say(" (par défaut)", " (default)");
        let item = |value: &str, meaning: String| {
            let default = if value == rule.default { default } else { "" };
            let meaning =
                if meaning.is_empty() { meaning } else { self.say("\u{a0}: ", ": ").to_string() + &meaning };
            let shown = format!("--option {}={value}{default}{meaning}", rule.name);
            self.wrapped(&shown, &format!("{INDENT}• "), &format!("{INDENT}  "))
        };
        match &rule.values {
            Values::Choices(choices) => {
                choices.iter().flat_map(|choice| item(choice.value, say(choice.meaning))).collect()
            }
            Values::Number { least, most } => {
                let range = format!("{} {least} {} {most}", self.say("de", "from"), self.say("à", "to"));
                [item(rule.default, String::new()), item("…", range)].concat()
            }
            Values::Form { example, meaning } => {
                let form = format!("{} {} {example}", say(*meaning), self.say("comme", "such as"));
                [item(rule.default, String::new()), item("…", form)].concat()
            }
        }
    }
}

/// Where the rule that forbids something can be read, as a command.
pub(crate) fn pointer(spot: &Spot, refusal: Rule, language: Language) -> anyhow::Result<Option<String>> {
    let game = spot.entry()?.id;
    let (see, flag) = match language {
        Language::French => ("voir\u{a0}:", " --lang fr"),
        Language::English => ("see:", ""),
    };
    let anchor = pages::anchor(game, refusal);
    Ok(anchor.map(|anchor| format!("{see} damier rules {game} --rule {anchor}{flag}")))
}
