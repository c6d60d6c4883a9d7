export default class {
  constructor(share) {
    this.share = share;
  }

  apply(price) {
    if (this.share > 1) throw new RangeError(`a discount of ${this.share * 100} % on ${price}`);
    return price * (1 - this.share);
  }
}
