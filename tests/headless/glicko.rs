//! Glicko-2 against its author's own example.

use korobka::measure::Rating;
use korobka::measure::glicko::RatedResult;

fn someone(rating: f64, deviation: f64) -> Rating {
    Rating { rating, deviation, ..Rating::NEW }
}

/// The example of Glickman's paper, with its own figures.
#[test]
fn the_papers_example_comes_out() {
    let games = [(1400.0, 30.0, 1.0), (1550.0, 100.0, 0.0), (1700.0, 300.0, 0.0)];
    let games = games.map(|(rating, deviation, points)| RatedResult { against: someone(rating, deviation), points });
    let after = someone(1500.0, 200.0).after_games(&games);
    assert!((after.rating - 1464.06).abs() < 0.01, "rating {}", after.rating);
    assert!((after.deviation - 151.52).abs() < 0.01, "deviation {}", after.deviation);
    assert!((after.volatility - 0.05999).abs() < 0.00001, "volatility {}", after.volatility);
}

#[test]
fn a_number_that_a_file_lacks_is_that_of_a_new_player() {
    let read = |text| serde_json::from_str::<Rating>(text).unwrap();
    assert_eq!(read("{}"), Rating::NEW);
    assert_eq!(read(r#"{"rating": 1800.0}"#), someone(1800.0, 350.0));
    assert_eq!(read(r#"{"deviation": 40.0, "volatility": 0.1}"#), Rating { volatility: 0.1, ..someone(1500.0, 40.0) });
}

#[test]
fn without_games_only_doubt_grows() {
    let after = someone(1700.0, 50.0).after_games(&[]);
    assert_eq!((after.rating, after.volatility), (1700.0, 0.06));
    assert!(after.deviation > 50.0 && after.deviation < 52.0, "{}", after.deviation);
}

#[test]
fn expectations_of_two_add_up_and_grow_with_strength() {
    let (weak, strong) = (someone(1400.0, 80.0), someone(1800.0, 40.0));
    assert!((weak.expected_score(&strong) + strong.expected_score(&weak) - 1.0).abs() < 1e-12);
    assert!(strong.expected_score(&weak) > 0.85, "{}", strong.expected_score(&weak));
    assert_eq!(weak.expected_score(&weak), 0.5);
}

#[test]
fn a_hundred_upsets_in_a_row_stay_numbers() {
    let mut player = someone(800.0, 350.0);
    for _ in 0..100 {
        player = player.after_games(&[RatedResult { against: someone(2800.0, 30.0), points: 1.0 }]);
        assert!(player.checked().is_some(), "{player:?}");
    }
    assert!(player.rating > 2000.0, "who always wins is strong: {player:?}");
}

#[test]
fn a_rating_of_which_any_number_makes_no_sense_is_none() {
    let new = Rating::NEW;
    for rating in [
        Rating { rating: -10_000.0, ..new },
        Rating { rating: 10_000.0, ..new },
        Rating { deviation: 1.0, ..new },
        Rating { deviation: 1000.0, ..new },
        Rating { volatility: 1e-4, ..new },
        Rating { volatility: 1.0, ..new },
    ] {
        assert_eq!(rating.checked(), Some(rating));
    }
    for rating in [
        Rating { rating: -10_001.0, ..new },
        Rating { rating: f64::NAN, ..new },
        Rating { deviation: 0.9, ..new },
        Rating { deviation: 1001.0, ..new },
        Rating { volatility: 0.0, ..new },
        Rating { volatility: 1.1, ..new },
    ] {
        assert_eq!(rating.checked(), None, "{rating:?}");
    }
}
