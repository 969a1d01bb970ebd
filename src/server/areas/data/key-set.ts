/** Slots that are filled at most, of all. */
const FULL = 0.6

/**
 * The keys of a file's rows, as 53 bits of each (cyrb53), and where they stand: a million of them take some forty megabytes, where
 * a Map takes more than a hundred while it grows. Of a million different keys two are taken for one another once in some twenty thousand files.
 */
export class KeyRows {
  private slots = new Float64Array(1 << 12)
  private rows = new Uint32Array(1 << 12)
  private contents = new Uint32Array(1 << 12)
  private size = 0

  /** Takes a row's key in; gives the earlier row that has it, and whether that holds the same, or null where the key is new. */
  add(key: string, row: number, content: string): { row: number; isSame: boolean } | null {
    if (this.size >= this.slots.length * FULL) this.grow()
    const hash = hashOf(key)
    const at = placeOf(this.slots, hash)
    const held = hashOf(content) % 4294967296
    if (this.slots[at] === hash) return { row: this.rows[at] ?? 0, isSame: this.contents[at] === held }
    this.slots[at] = hash
    this.rows[at] = row
    this.contents[at] = held
    this.size += 1
    return null
  }

  private grow(): void {
    const length = this.slots.length * 2
    const [slots, rows, contents] = [new Float64Array(length), new Uint32Array(length), new Uint32Array(length)]
    for (const [from, hash] of this.slots.entries()) {
      if (hash === 0) continue
      const at = placeOf(slots, hash)
      slots[at] = hash
      rows[at] = this.rows[from] ?? 0
      contents[at] = this.contents[from] ?? 0
    }
    this.slots = slots
    this.rows = rows
    this.contents = contents
  }
}

/** The slot that has this hash, or the free one that it belongs into. */
function placeOf(slots: Float64Array, hash: number): number {
  let at = hash % slots.length
  while (slots[at] !== hash && slots[at] !== 0) at = (at + 1) % slots.length
  return at
}

/** Never zero, which stands for an empty slot. */
function hashOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1
}
