/** The two IPC channels of the bridge: one door in, and one channel out per event. */
export const bridgeChannel = 'selvedge:bridge'

export function eventChannel(event: string): string {
  return `selvedge:event:${event}`
}
