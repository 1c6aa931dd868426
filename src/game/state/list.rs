//! The macro that reads the list of a player's components and writes everything that follows from it.

/// The type that a snapshot has for a component: the component itself, or nothing where the list says that the
/// snapshot leaves it out.
macro_rules! kept_type {
    ($Type:ty;) => {
        ()
    };
    ($Type:ty; back $(, but $but:expr)?) => {
        $Type
    };
}

/// Copies a component for a snapshot, or takes nothing where the list says that the snapshot leaves it out.
macro_rules! taken {
    ($Type:ty, $now:expr;) => {
        ()
    };
    ($Type:ty, $now:expr; back $(, but $but:expr)?) => {
        <$Type>::clone(&$now)
    };
}

/// Puts what a snapshot has back into a component.
macro_rules! put_back {
    ($Type:ty, $now:expr, $then:expr;) => {
        let () = $then;
    };
    ($Type:ty, $now:expr, $then:expr; back) => {
        *$now = <$Type>::clone(&$then);
    };
    ($Type:ty, $now:expr, $then:expr; back, but $but:expr) => {
        let but: fn(&$Type, &$Type) -> $Type = $but;
        let mixed = but(&$now, &$then);
        *$now = mixed;
    };
}

/// Makes the component for the beginning of a match.
macro_rules! at_first {
    ($Type:ty, $seat:expr, $round:expr; once $make:expr) => {{
        let make: fn(&StartingSeat) -> $Type = $make;
        make($seat)
    }};
    ($Type:ty, $seat:expr, $round:expr; anew $make:expr $(, but $but:expr)?) => {{
        let make: fn(&NewRound) -> $Type = $make;
        make($round)
    }};
}

/// Makes the component ready for another round.
macro_rules! renewed {
    ($Type:ty, $now:expr, $round:expr; once $make:expr) => {};
    ($Type:ty, $now:expr, $round:expr; anew $make:expr) => {
        let make: fn(&NewRound) -> $Type = $make;
        let fresh = make($round);
        *$now = fresh;
    };
    ($Type:ty, $now:expr, $round:expr; anew $make:expr, but $but:expr) => {
        let (make, but): (fn(&NewRound) -> $Type, fn(&$Type, $Type) -> $Type) = ($make, $but);
        let mixed = but(&$now, make($round));
        *$now = mixed;
    };
}

/// Feeds the component into the state hash.
macro_rules! fed {
    ($Type:ty, $now:expr, $hash:expr, $standard:expr;) => {};
    ($Type:ty, $now:expr, $hash:expr, $standard:expr; always $feed:expr) => {
        let feed: fn(&mut Fnv, &$Type) = $feed;
        feed($hash, $now);
    };
    ($Type:ty, $now:expr, $hash:expr, $standard:expr; special $feed:expr) => {
        if !$standard {
            let feed: fn(&mut Fnv, &$Type) = $feed;
            feed($hash, $now);
        }
    };
}

/// Writes a player's bundle, query and snapshots, and the functions that begin, renew, hash, take back and restore,
/// from the list of components.
macro_rules! player_state {
    ($($field:ident: $Type:ty, [$($start:tt)*] [$($hash:tt)*] [$($undo:tt)*] [$($snapshot:tt)*];)*) => {
        /// The components that a player is spawned with: none is added or removed during a match.
        #[derive(Bundle)]
        pub(in crate::game) struct PlayerBundle {
            $($field: $Type,)*
        }

        impl PlayerBundle {
            /// The components of a player at the beginning of a match.
            pub(in crate::game) fn new(seat: &StartingSeat, round: &NewRound) -> Self {
                Self { $($field: at_first!($Type, seat, round; $($start)*),)* }
            }
        }

        /// The query of all components that a player has in a match.
        #[derive(QueryData)]
        #[query_data(mutable)]
        pub(in crate::game) struct PlayerStateQuery {
            $(pub(in crate::game) $field: &'static mut $Type,)*
            /// The computer player, if one has the seat.
            pub(in crate::game) computer: Option<&'static mut Computer>,
        }

        /// Makes a player ready for another round.
        pub(in crate::game) fn renew_player(player: &mut PlayerStateQueryItem, round: &NewRound) {
            $(renewed!($Type, player.$field, round; $($start)*);)*
        }

        /// Feeds a player into the state hash, component after component as they are listed.
        pub(in crate::game) fn feed_player(hash: &mut Fnv, player: &PlayerStateQueryReadOnlyItem, standard: bool) {
            $(fed!($Type, player.$field, hash, standard; $($hash)*);)*
        }

        /// The snapshot of a player for taking pieces back: its state as a piece appeared.
        #[derive(Clone, Debug)]
        pub(in crate::game) struct UndoSnapshot {
            $($field: kept_type!($Type; $($undo)*),)*
        }

        impl UndoSnapshot {
            /// A copy of everything of a player that a snapshot keeps.
            pub(in crate::game) fn capture_player(player: &PlayerStateQueryItem) -> Self {
                Self { $($field: taken!($Type, player.$field; $($undo)*),)* }
            }

            /// Puts the player back into the state of this snapshot.
            pub(in crate::game) fn restore_player(&self, player: &mut PlayerStateQueryItem) {
                $(put_back!($Type, player.$field, self.$field; $($undo)*);)*
            }
        }

        /// The state of one player in the snapshot of a match.
        #[derive(Clone, Debug)]
        pub(in crate::game) struct PlayerSnapshot {
            $($field: kept_type!($Type; $($snapshot)*),)*
            computer: Option<Computer>,
        }

        impl PlayerSnapshot {
            /// Takes the player's state as it is now.
            pub(in crate::game) fn capture_player(player: &PlayerStateQueryItem) -> Self {
                Self {
                    $($field: taken!($Type, player.$field; $($snapshot)*),)*
                    computer: player.computer.as_deref().cloned(),
                }
            }

            /// Puts the player back into the state of this snapshot.
            pub(in crate::game) fn restore_player(&self, player: &mut PlayerStateQueryItem) {
                $(put_back!($Type, player.$field, self.$field; $($snapshot)*);)*
            }

            /// Puts the player's computer back into the state of this snapshot, if a computer plays.
            pub(in crate::game) fn put_computer_back(&self, player: &mut PlayerStateQueryItem) {
                if let (Some(now), Some(then)) = (&mut player.computer, &self.computer) {
                    **now = then.resumed_copy();
                }
            }
        }

        /// The types of all components in the list, and that of computer players.
        pub fn component_types() -> Vec<TypeId> {
            vec![$(TypeId::of::<$Type>(),)* TypeId::of::<Computer>()]
        }
    };
}
