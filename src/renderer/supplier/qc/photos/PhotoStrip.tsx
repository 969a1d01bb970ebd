export interface PhotoStripProps {
  ids: readonly string[]
  /** Already translated. */
  label?: string
}

/** Photographs to look at only: thumbnails, and each large with a click. */
export function PhotoStrip(_props: PhotoStripProps) {
  return null
}
