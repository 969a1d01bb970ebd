/** Requests under way, and whether the last one got an answer: what the header's loader and connection mark show. */
export interface Traffic {
  inFlight: number
  connected: boolean
}

let traffic: Traffic = { inFlight: 0, connected: true }
const listeners = new Set<() => void>()

function change(next: Traffic): void {
  traffic = next
  for (const listener of listeners) listener()
}

export function requestStarted(): void {
  change({ ...traffic, inFlight: traffic.inFlight + 1 })
}

export function requestEnded(connected: boolean): void {
  change({ inFlight: Math.max(0, traffic.inFlight - 1), connected })
}

export function currentTraffic(): Traffic {
  return traffic
}

export function onTraffic(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
