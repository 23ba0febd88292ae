/// A point.
#[derive(Debug)]
pub struct Point<T: Into<f64>> { x: T }
impl<T> Point<T> { pub fn new(x: T) -> Self { Self { x } } }
fn main() { if let Some(p) = find() { p.x; } let q = Point::new(1)?; println!("{}", q); }
