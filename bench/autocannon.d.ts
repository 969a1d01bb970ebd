/** What the benches use of autocannon, which has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method: 'POST' | 'GET'
    path: string
    headers: Record<string, string>
    body?: string
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    /** Seconds. */
    duration: number
    /** Milliseconds. */
    latency: { p50: number; p99: number }
  }
  // biome-ignore lint/style/noDefaultExport: it is autocannon's own way.
  export default function autocannon(options: {
    url: string
    connections: number
    duration?: number
    /** So many requests in place of a duration. */
    amount?: number
    /** Milliseconds between two samples. */
    sampleInt?: number
    requests: readonly Request[]
  }): Promise<Result>
}
