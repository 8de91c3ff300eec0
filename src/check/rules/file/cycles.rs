//! What needs itself: the circles in a graph, and an order in which each comes after its needs.

/// The circles among things, each of which needs some others by their numbers. A circle begins
/// with its lowest number, and has something that is in none found before it.
pub(super) fn circles(needs: &[&[usize]]) -> Vec<Vec<usize>> {
    walk(needs).circles
}

/// All numbers, each behind those that it needs, as far as there is no circle.
pub(super) fn order(needs: &[&[usize]]) -> Vec<usize> {
    walk(needs).order
}

#[derive(Default)]
struct Walked {
    states: Vec<State>,
    /// Whether each stands in a circle that was found.
    circled: Vec<bool>,
    circles: Vec<Vec<usize>>,
    order: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    /// On the way from the start to where the walk is.
    Open,
    Done,
}

/// Walks the graph without recursion, each thing and each need once.
fn walk(needs: &[&[usize]]) -> Walked {
    let mut walked = Walked {
        states: vec![State::New; needs.len()],
        circled: vec![false; needs.len()],
        ..Walked::default()
    };
    for start in 0..needs.len() {
        if walked.states.get(start) == Some(&State::New) {
            walked.from(start, needs);
        }
    }
    for circle in &mut walked.circles {
        let least = circle.iter().enumerate().min_by_key(|(_, number)| **number);
        let least = least.map_or(0, |(at, _)| at);
        circle.rotate_left(least);
    }
    walked
}

impl Walked {
    fn from(&mut self, start: usize, needs: &[&[usize]]) {
        let of = |number: usize| needs.get(number).copied().unwrap_or_default().iter();
        let mut path = vec![(start, of(start))];
        put(&mut self.states, start, State::Open);
        while let Some((number, rest)) = path.last_mut() {
            let Some(next) = rest.next().copied() else {
                put(&mut self.states, *number, State::Done);
                self.order.push(*number);
                path.pop();
                continue;
            };
            match self.states.get(next) {
                Some(State::New) => {
                    put(&mut self.states, next, State::Open);
                    path.push((next, of(next)));
                }
                Some(State::Open) => {
                    let open = path.iter().map(|(number, _)| *number);
                    self.circle(open.skip_while(|number| *number != next).collect());
                }
                _ => {}
            }
        }
    }

    fn circle(&mut self, circle: Vec<usize>) {
        let is_known = |number: &usize| self.circled.get(*number) == Some(&true);
        if circle.iter().all(is_known) {
            return;
        }
        for number in &circle {
            put(&mut self.circled, *number, true);
        }
        self.circles.push(circle);
    }
}

fn put<T>(list: &mut [T], at: usize, value: T) {
    if let Some(own) = list.get_mut(at) {
        *own = value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_told_whole_and_begins_with_its_lowest() {
        assert_eq!(circles(&[&[0]]), [vec![0]]);
        assert_eq!(circles(&[&[2], &[0], &[1]]), [vec![0, 2, 1]]);
        assert_eq!(circles(&[&[1], &[2, 3], &[], &[1]]), [vec![1, 3]]);
        assert_eq!(circles(&[&[1], &[0, 2], &[1]]), [vec![0, 1], vec![1, 2]]);
        assert_eq!(circles(&[&[1, 2], &[0], &[0, 1]]), [vec![0, 1], vec![0, 2]]);
        assert!(circles(&[&[1, 2], &[2], &[]]).is_empty());
        assert!(circles(&[&[9], &[]]).is_empty());
    }

    #[test]
    fn each_comes_behind_what_it_needs() {
        assert_eq!(order(&[&[2], &[0], &[]]), [2, 0, 1]);
        let chain: Vec<Vec<usize>> = (0..100_000).map(|number| vec![number + 1]).collect();
        let chain: Vec<&[usize]> = chain.iter().map(Vec::as_slice).collect();
        assert_eq!(order(&chain).first(), Some(&99_999));
    }
}
