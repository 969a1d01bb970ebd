/** What a scan of a station belongs to is kept with it as words: those of a pass, which have no blanks in them. */

/** `-` stands for none. */
export const joined = (...words: readonly (string | null)[]): string => words.map((word) => word || '-').join(' ')

/** The words as they were joined; null for none. */
export function parted(place: string | null | undefined, count: number): (string | null)[] {
  const words = (place ?? '').split(' ')
  return Array.from({ length: count }, (_, at) => {
    const word = words[at]
    return word === undefined || word === '' || word === '-' ? null : word
  })
}
