import { isDesktop } from '../host/host.ts'

const name = 'selvedge.session'
let opened: BroadcastChannel | null = null

/** Null where tabs cannot hear each other, and on the desktop, which has one window: they then hear from the server. */
function channel(): BroadcastChannel | null {
  if (isDesktop || typeof BroadcastChannel === 'undefined') return null
  opened ??= new BroadcastChannel(name)
  return opened
}

/** The browser's other tabs, which share its cookie, hear whose it is now. */
export function tellOtherTabs(userId: string): void {
  channel()?.postMessage(userId)
}

/** Hears whose session another tab has begun. It is a hint: messages overtake each other, only the server knows. */
export function onOtherTabs(listener: (userId: string) => void): void {
  const tabs = channel()
  if (tabs === null) return
  tabs.onmessage = ({ data }) => {
    if (typeof data === 'string') listener(data)
  }
}
