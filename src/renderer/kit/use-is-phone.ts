import { useSyncExternalStore } from 'react'

const narrow = (width: number) => globalThis.matchMedia?.(`(max-width: ${width}px)`)

/** frame.css says the same width. */
const phone = narrow(719)
const tablet = narrow(1023)
/** A keyboard cover brings a trackpad, which hovers. */
const touch = globalThis.matchMedia?.('(pointer: coarse) and (any-hover: none)')

function useMatch(query: MediaQueryList | undefined): boolean {
  return useSyncExternalStore(
    (listen) => {
      query?.addEventListener('change', listen)
      return () => query?.removeEventListener('change', listen)
    },
    () => query?.matches ?? false,
  )
}

/** Whether the window is as narrow as a phone's, where what stands side by side elsewhere stands below each other. */
export const useIsPhone = (): boolean => useMatch(phone)

/** Whether it is at most as wide as a tablet's, held upright. */
export const useIsTablet = (): boolean => useMatch(tablet)

/** Whether fingers are all there is to work with: no mouse, and most likely no keyboard. Style sheets ask the same question. */
export const useIsTouch = (): boolean => useMatch(touch)
