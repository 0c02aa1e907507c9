//! Networks as bytes: a version, the sizes, the weights and a checksum.

use super::{HIDDEN, Net, OTHERS, Odds, QUARTERS, SECOND, STAGES};

const VERSION: &[u8; 16] = b"damier network 3";

/// Why bytes are not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadNet {
    /// They begin with something else.
    Version,
    /// There are too few or too many of them.
    Length,
    /// They have been changed.
    Checksum,
    /// A weight is not a number, or too heavy.
    Weight,
    /// The weights of one unit are so heavy together that its sum could overflow.
    Sum,
}

impl std::fmt::Display for BadNet {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            BadNet::Version => "weights: not a network of this version; expected \"damier network 3\"",
            BadNet::Length => "weights: too short or too long for their sizes",
            BadNet::Checksum => "weights: the checksum is wrong",
            BadNet::Weight => "weights: a weight is not a number within ±15.999",
            BadNet::Sum => "weights: too heavy together; their sums would overflow",
        })
    }
}

impl std::error::Error for BadNet {}

impl Net {
    /// The network as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = VERSION.to_vec();
        for size in [self.squares, self.inputs(), HIDDEN, SECOND] {
            bytes.extend((size as u32).to_le_bytes());
        }
        for weight in self.weights.iter().chain(self.odds.curves.iter().flatten()) {
            bytes.extend(weight.to_le_bytes());
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The network that bytes hold.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BadNet> {
        let rest = bytes.strip_prefix(VERSION).ok_or(BadNet::Version)?;
        let (sizes, rest) = rest.split_at_checked(16).ok_or(BadNet::Length)?;
        let size = |nth: usize| {
            let word = sizes[4 * nth..4 * nth + 4].try_into().unwrap_or_default();
            u32::from_le_bytes(word) as usize
        };
        let (squares, inputs) = (size(0), size(1));
        let weights = inputs.checked_mul(HIDDEN).and_then(|weights| weights.checked_add(OTHERS + CURVES));
        let length =
            weights.and_then(|weights| weights.checked_mul(4)).and_then(|length| length.checked_add(8));
        if size(2) != HIDDEN || size(3) != SECOND || squares == 0 || length != Some(rest.len()) {
            return Err(BadNet::Length);
        }
        let (body, check) = bytes.split_at(bytes.len() - 8);
        if checksum(body).to_le_bytes() != *check {
            return Err(BadNet::Checksum);
        }
        let words = rest[..rest.len() - 8].chunks_exact(4);
        let mut weights: Vec<f32> =
            words.map(|word| f32::from_le_bytes(word.try_into().unwrap_or_default())).collect();
        let curves = weights.split_off(weights.len() - CURVES);
        let are_light = weights.iter().all(|weight| weight.abs() < HEAVIEST);
        if !are_light || curves.iter().any(|number| !number.is_finite()) {
            return Err(BadNet::Weight);
        }
        let odds = Odds { curves: std::array::from_fn(|stage| [0, 1].map(|nth| curves[2 * stage + nth])) };
        let net = Net { squares, weights, odds };
        if net.kinds() == 0 || squares * net.kinds() + QUARTERS != inputs {
            return Err(BadNet::Length);
        }
        if net.is_too_heavy() {
            return Err(BadNet::Sum);
        }
        Ok(net)
    }
}

/// More than training ever makes of a weight, and what sixteen bits hold after the first layer.
pub(super) const HEAVIEST: f32 = 15.999;
/// Numbers of the curves.
const CURVES: usize = 2 * STAGES;

/// FNV-1a, 64 bits: enough to notice an accident.
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xCBF2_9CE4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_read_as_it_is_written() {
        let mut number = 0.0;
        let net = Net::new(32, 4, || {
            number = (number + 0.37) % 1.0;
            number
        });
        let bytes = net.to_bytes();
        assert_eq!(Net::from_bytes(&bytes), Ok(net.clone()));
        assert_eq!(Net::from_bytes(b"something else entirely"), Err(BadNet::Version));
        assert_eq!(Net::from_bytes(&bytes[..bytes.len() - 1]), Err(BadNet::Length));
        assert_eq!(Net::from_bytes(&bytes[..20]), Err(BadNet::Length));
        let nothing =
            Net { squares: u32::MAX as usize, weights: vec![0.0; QUARTERS * HIDDEN + OTHERS], ..net.clone() };
        assert_eq!(Net::from_bytes(&nothing.to_bytes()), Err(BadNet::Length), "a board without pieces");
        let mut changed = bytes.clone();
        changed[100] ^= 1;
        assert_eq!(Net::from_bytes(&changed), Err(BadNet::Checksum));
        for weight in [f32::NAN, 16.0] {
            let mut heavy = net.clone();
            heavy.weights[5] = weight;
            assert_eq!(Net::from_bytes(&heavy.to_bytes()), Err(BadNet::Weight));
        }
        // Nine squares with fifteen each are too much, whatever stands there.
        let mut heavy = net.clone();
        (0..9).for_each(|square| heavy.weights[(square % 2 * 32 + square) * HIDDEN + 7] = 15.0);
        assert_eq!(Net::from_bytes(&heavy.to_bytes()), Err(BadNet::Sum));
    }
}
