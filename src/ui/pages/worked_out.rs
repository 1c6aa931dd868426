//! What a page has worked out of something large, kept until that changes: pages are painted in every frame.

/// A value, with the key that it was worked out for.
#[derive(Debug)]
pub(super) struct WorkedOut<K, T>(Option<(K, T)>);

impl<K, T> Default for WorkedOut<K, T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<K: PartialEq, T> WorkedOut<K, T> {
    /// The value for this key: the one that is kept if it was worked out for the same key, else what `work` gives.
    pub(super) fn get(&mut self, key: K, work: impl FnOnce() -> T) -> &T {
        let kept = self.0.take().filter(|(known, _)| *known == key);
        &self.0.insert(kept.unwrap_or_else(|| (key, work()))).1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_worked_out_once_for_each_change_of_its_key() {
        let (mut value, mut times) = (WorkedOut::default(), 0);
        let found = [1, 1, 2, 2, 1].map(|key| {
            *value.get(key, || {
                times += 1;
                times
            })
        });
        assert_eq!(found, [1, 1, 2, 2, 3]);
    }
}
