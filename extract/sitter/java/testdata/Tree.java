package shop;

import shop.model.Item;

/** A cart. */
class Cart extends Base {
    @Test void add(Item item) { item.label(); }
}
