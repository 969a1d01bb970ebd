import { type RefObject, useEffect, useLayoutEffect } from 'react'

/** A part of the window, in pixels from its left upper corner. */
export type Part = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

/** Bars with buttons at the end of a list, page, drawer or dialog, where the hand that has just pressed one goes on, and open menus. */
const feet = '.dt-bulk, .save-bar, .plan-foot, .bench-foot, .stage-foot, .drawer-foot, .bp6-dialog-footer, .bp6-popover'

/** Pixels between toasts and the window's edge, and a foot. */
const edge = 16
const gap = 8

/**
 * Pixels from the window's bottom to the toasts: at its edge, or above whatever foot they would cover there. Where no room is left above
 * it they reach up to the window's top.
 */
export function toastBottom(
  feetShown: readonly Part[],
  stack: Pick<Part, 'left' | 'right'> & { height: number },
  windowHeight: number,
): number {
  let lowest = windowHeight - edge
  for (const foot of feetShown.toSorted((one, other) => other.bottom - one.bottom)) {
    const isBeside = foot.right <= stack.left || foot.left >= stack.right
    const isApart = foot.top >= lowest || foot.bottom <= lowest - stack.height
    if (!isBeside && !isApart) lowest = foot.top - gap
  }
  return windowHeight - Math.max(lowest, Math.min(stack.height, windowHeight - edge))
}

/** So often a foot may come or go while a toast is shown. */
const lookMillis = 200

/** Keeps the toasts clear of what has buttons at the foot, which comes and goes while they are shown. */
export function useToastPlace(place: RefObject<HTMLElement | null>, isShown: boolean): void {
  const look = () => {
    const stack = place.current
    if (stack === null || !isShown) return
    const { left, right, height } = stack.getBoundingClientRect()
    const shown = [...document.querySelectorAll(feet)].filter((foot) => foot.checkVisibility())
    const parts = shown.map((foot) => foot.getBoundingClientRect())
    stack.style.bottom = `${toastBottom(parts, { left, right, height }, window.innerHeight)}px`
  }
  // After each drawing: there may be one toast more.
  useLayoutEffect(look)
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(look, lookMillis)
    return () => clearInterval(timer)
  })
}
