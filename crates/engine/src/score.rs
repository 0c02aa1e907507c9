//! Scores: expected results on a scale that chance can average.

/// What a position is worth to a side, from -[`WIN`] to [`WIN`].
///
/// The scale is that of the expected result, so that averages over rolls mean something: 0 is a draw or an
/// even game, half of [`WIN`] is three wins for each loss. A sure win is worth [`WIN`] less one for each
/// action until then, so that nearer wins are preferred.
pub type Score = i32;

/// A game won at once.
pub const WIN: Score = 10_000;

/// The best that an evaluation may say: less than any win that a search can see.
pub(crate) const SURE: Score = WIN - 300;

/// The expected result that a score stands for: 1 for a win, 1/2 for a draw. The best that an evaluation may say stands for
/// a win too: what is learned from scores would otherwise be a little closer to a draw in every generation.
#[must_use]
pub fn expected(score: Score) -> f32 {
    let sure = SURE as f32;
    ((score as f32).clamp(-sure, sure) / sure + 1.0) / 2.0
}

/// In how many actions a game is over that a search has seen the end of; nothing where a score is a judgement. Only for games
/// without chance: with chance the mean of what may come can be as high.
#[must_use]
pub fn end_in(score: Score) -> Option<u32> {
    /// More than the longest line that is searched, and less than any judgement leaves.
    const FURTHEST: u32 = 200;
    Some(score.abs().abs_diff(WIN)).filter(|&actions| actions <= FURTHEST)
}

/// Puts a number of any size on the scale of scores; `unit` is worth about three wins for each loss.
pub(crate) fn squashed(raw: f32, unit: f32) -> Score {
    let sure = SURE as f32;
    (sure * (raw / unit * 0.55).tanh()) as Score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_win_and_what_looks_like_one_are_expected_to_be_won() {
        assert_eq!([WIN, SURE, 0, -SURE, -WIN].map(expected), [1.0, 1.0, 0.5, 0.0, 0.0]);
    }

    #[test]
    fn an_end_is_told_from_a_judgement() {
        assert_eq!([WIN, 13 - WIN, WIN - 200].map(end_in), [Some(0), Some(13), Some(200)]);
        assert_eq!([SURE, -SURE, 0].map(end_in), [None; 3]);
    }

    #[test]
    fn an_evaluation_never_looks_like_a_win() {
        assert_eq!(squashed(0.0, 100.0), 0);
        assert_eq!(squashed(1e9, 100.0), SURE);
        assert_eq!(squashed(-1e9, 100.0), -SURE);
        let one = squashed(100.0, 100.0);
        assert!((WIN * 45 / 100..WIN * 55 / 100).contains(&one), "a unit is half of a win: {one}");
    }
}
