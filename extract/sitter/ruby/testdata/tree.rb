class Foo::Bar < Baz
  attr_reader :x, :y
  private
  def a; end
  def b(c, d = 1, *e, k: 2, **h, &bl) = c.x.y(1)
  private def z(v)
    super
    super(v)
    @m ||= Foo.new(1)
    a.b = 3
    self.class.q
    x, y = 1, 2
    foo rescue nil
    return a if b
    ::Foo::Q
    "a#{b}c"
    p { |i, (j, k)| i }
  rescue Foo, Bar => e
    yield e
  end
  class << self
    def m; end
  end
  def self.n; end
  alias q w
  alias_method :r, :t
  S = Struct.new(:a) do
    def u; end
  end
end
foo.()
a&.b
->(x) { x }
case x
in {a:} then a
when 1 then 2
end
