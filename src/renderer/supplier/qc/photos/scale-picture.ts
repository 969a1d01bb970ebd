import { pictureKind, pictureLimits } from '../../../../shared/domain/pictures.ts'

/** Beyond this a picture is drawn anew even where it has few pixels. */
const lightBytes = 1_500_000
/** A server takes files up to ten megabytes; larger ones are scaled here or not at all. */
const quality = 0.88

/**
 * Makes a picture small enough to travel: at most as many pixels as are kept, upright. What is small already, and what this
 * machine cannot read, is sent as it is: the server has the last word. Null for what is no picture of the three kinds.
 */
export async function scalePicture(file: File): Promise<File | null> {
  if (pictureKind(new Uint8Array(await file.slice(0, 16).arrayBuffer())) === null) return null
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return withEnding(file)
  try {
    const { width, height } = bitmap
    const longest = Math.max(width, height)
    if (longest <= pictureLimits.longestSide && file.size <= lightBytes) return withEnding(file)
    const scale = Math.min(1, pictureLimits.longestSide / longest)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(width * scale))
    canvas.height = Math.max(1, Math.round(height * scale))
    const pen = canvas.getContext('2d')
    if (pen === null) return withEnding(file)
    pen.imageSmoothingQuality = 'high'
    pen.fillStyle = '#ffffff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return (await jpegOf(canvas, file.name)) ?? withEnding(file)
  } finally {
    bitmap.close()
  }
}

/** What stands on a canvas as a JPEG file; null where the machine has no memory for it. */
export async function jpegOf(canvas: HTMLCanvasElement, name: string): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob && new File([blob], `${name.replace(/\.[^.]*$/, '') || 'photo'}.jpg`, { type: 'image/jpeg' })
}

/** The server asks for a known ending; what is pasted often has none. */
function withEnding(file: File): File {
  return /\.(jpe?g|png|webp)$/i.test(file.name) ? file : new File([file], 'photo.jpg', { type: file.type })
}
