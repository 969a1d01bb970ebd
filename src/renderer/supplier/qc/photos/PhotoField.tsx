export interface PhotoFieldProps {
  /** Ids of photographs, in their order. */
  value: readonly string[]
  onChange: (ids: string[]) => void
  isDisabled?: boolean
  /** At most so many; 20 when left out. */
  max?: number
  /** Says what the photographs show, for readers of the screen: "Photos of the defect". Already translated. */
  label?: string
  /** True while a picture is on its way: saving should wait. */
  onBusy?: (isBusy: boolean) => void
}

/** Photographs to drop, paste, choose or take; each can be drawn on, moved, looked at and removed. */
export function PhotoField(_props: PhotoFieldProps) {
  return null
}
