/** Slots that are filled at most, of all. */
const FULL = 0.6

/**
 * The keys of a file's rows, as 53 bits of each (cyrb53): a million of them take some twenty megabytes, where a Set takes a
 * hundred while it grows. Of a million different keys two are taken for one another once in some twenty thousand files.
 */
export class KeySet {
  private slots = new Float64Array(1 << 12)
  private size = 0

  /** Whether the key is new to it. */
  add(key: string): boolean {
    if (this.size >= this.slots.length * FULL) this.grow()
    if (!place(this.slots, hashOf(key))) return false
    this.size += 1
    return true
  }

  private grow(): void {
    const larger = new Float64Array(this.slots.length * 2)
    for (const hash of this.slots) if (hash !== 0) place(larger, hash)
    this.slots = larger
  }
}

/** False where it is there already. */
function place(slots: Float64Array, hash: number): boolean {
  for (let at = hash % slots.length; ; at = (at + 1) % slots.length) {
    if (slots[at] === hash) return false
    if (slots[at] !== 0) continue
    slots[at] = hash
    return true
  }
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
