//! The network and its logistic function.

use korobka::ai::network::{BATCH, MAX_INPUTS, Network, NetworkError};
use korobka::ai::sigmoid::sigmoid;
use korobka::ai::wide::VectorWidth;
use korobka::rules::Random;
use korobka::rules::random::Purpose;

fn exact(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[test]
fn the_logistic_function_agrees_with_libm_to_1e_12() {
    let mut random = Random::new(1, Purpose::Games);
    let mut worst = 0.0f64;
    for _ in 0..1_000_000 {
        let reach = [1.0, 40.0, 700.0][random.below(3) as usize];
        let x = random.float_in_range(-reach, reach);
        worst = worst.max((sigmoid(x) / exact(x) - 1.0).abs());
    }
    assert!(worst < 1e-14, "relative error {worst:e}, the module promises 1e-14");
}

#[test]
fn the_logistic_function_never_falls_on_a_grid() {
    let mut last = 0.0;
    for step in -8_000_000..=8_000_000i64 {
        let value = sigmoid(step as f64 / 10_000.0);
        assert!(value >= last, "it falls at {}", step as f64 / 10_000.0);
        last = value;
    }
}

#[test]
fn the_logistic_function_holds_at_the_ends() {
    assert_eq!(sigmoid(0.0), 0.5);
    assert_eq!(sigmoid(1e300), 1.0);
    assert!(sigmoid(-1e300) > 0.0 && sigmoid(-1e300) < 1e-300);
    assert_eq!(sigmoid(f64::MAX), sigmoid(709.0));
}

#[test]
fn the_logistic_function_has_the_same_bits_everywhere() {
    // Golden bits: a change here makes saved figures unrepeatable.
    let bits = [-30.5, -1.25, 0.1, 3.0, 17.75].map(|x| sigmoid(x).to_bits());
    assert_eq!(bits, GOLDEN, "{bits:#x?}");
}

const GOLDEN: [u64; 5] =
    [0x3d2ff3864232b207, 0x3fcc81702a88e0d5, 0x3fe0cca12729afb7, 0x3fee7b7cbc36fabd, 0x3feffffff58049a7];

/// Layer by layer, node by node.
fn plain(layers: &[usize], weights: &[f64], inputs: &[f64]) -> f64 {
    let (mut values, mut start) = (inputs.to_vec(), 0);
    for pair in layers.windows(2) {
        let sum = |node: usize| {
            values
                .iter()
                .enumerate()
                .fold(0.0, |sum, (input, value)| sum + value * weights[start + input * pair[1] + node])
        };
        values = (0..pair[1]).map(|node| sigmoid(sum(node))).collect();
        start += pair[0] * pair[1];
    }
    values[0]
}

#[test]
fn a_network_equals_the_plain_sums_to_the_last_bit() {
    let mut random = Random::new(5, Purpose::Games);
    for layers in [vec![9, 8, 8, 1], vec![5, 8, 8, 1], vec![1, 1, 1], vec![16, 3, 7, 2, 1], vec![16, 8, 1]] {
        for _ in 0..500 {
            let weights: Vec<f64> =
                (0..Network::weight_count(&layers)).map(|_| random.float_in_range(-2.0, 2.0)).collect();
            let mut inputs = [0.0; MAX_INPUTS];
            inputs[..layers[0]].fill_with(|| random.float_in_range(0.0, 200.0));
            let network = Network::new(&layers, &weights).unwrap();
            let expected = plain(&layers, &weights, &inputs[..layers[0]]);
            for width in VectorWidth::all_available() {
                let value = network.clone().with_vector_width(width).value(&inputs);
                assert_eq!(value.to_bits(), expected.to_bits(), "layers {layers:?}, {width:?}");
                let sums = network.clone().with_vector_width(width).output_sums(&[inputs; BATCH]);
                assert_eq!(
                    sums.map(f64::to_bits),
                    [network.output_sum(&inputs).to_bits(); BATCH],
                    "a batch, {width:?}"
                );
            }
            assert!(
                network.output_sum(&inputs) <= network.sum_upper_bound(),
                "layers {layers:?}: a sum above the ceiling"
            );
        }
    }
}

#[test]
fn impossible_networks_are_refused() {
    assert!(matches!(Network::new(&[17, 8, 1], &[0.0; 144]), Err(NetworkError::Layers(_))));
    assert!(matches!(Network::new(&[9, 9, 1], &[0.0; 90]), Err(NetworkError::Layers(_))));
    assert!(matches!(Network::new(&[9, 8, 2], &[0.0; 88]), Err(NetworkError::Layers(_))));
    assert!(matches!(
        Network::new(&[9, 8, 8, 1], &[0.0; 143]),
        Err(NetworkError::Count { needed: 144, found: 143, .. })
    ));
    assert_eq!(Network::new(&[1, 1, 1], &[0.0, f64::NAN]), Err(NetworkError::NotFinite(1)));
}
