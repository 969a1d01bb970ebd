/** Round ticks from zero up to at least `most`; `about` how many steps are wanted. Whole numbers only: pieces and boxes are. */
export function ticksTo(most: number, about = 4): number[] {
  if (!(most > 0)) return [0, 1]
  const rough = most / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? 10 * power)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < most) ticks.push((ticks.at(-1) ?? 0) + step)
  return ticks
}

/** Which of `count` places get a label where only `room` fit: evenly, the last one always. */
export function labelledPlaces(count: number, room: number): number[] {
  if (count === 0) return []
  const step = Math.max(1, Math.ceil(count / Math.max(1, room)))
  const places: number[] = []
  for (let place = count - 1; place >= 0; place -= step) places.unshift(place)
  return places
}
