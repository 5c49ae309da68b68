/** Records of whole numbers, one after another: a text has millions of tokens, and an object for each would fill the memory. */
export class Cells {
  /** How many records there are. */
  length = 0;
  private readonly fields: number;
  private readonly most: number;
  private numbers: Int32Array;

  /**
   * @param fields numbers of a record
   * @param records that have space at first
   * @param most that there can be: space for them is made when the first is used up, and takes no memory until it is written to
   */
  constructor(fields: number, records: number, most: number) {
    this.fields = fields;
    this.most = most;
    this.numbers = new Int32Array(fields * records);
  }

  /** Adds a record of zeros; returns its number. */
  add(): number {
    const end = (this.length + 1) * this.fields;
    if (end > this.numbers.length) {
      const larger = new Int32Array(Math.max(this.fields * this.most, Math.ceil(this.numbers.length * 1.5), end));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    return this.length++;
  }

  /** A number of a record; 0 if there is no such record. */
  at(record: number, field: number): number {
    return record < 0 || record >= this.length ? 0 : (this.numbers[record * this.fields + field] ?? 0);
  }

  put(record: number, field: number, value: number): void {
    this.numbers[record * this.fields + field] = value;
  }
}
