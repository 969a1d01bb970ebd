import { pictureKind, pictureLimits } from '../../shared/kernel/pictures.ts'
import type { ApiError } from '../api/api-error.ts'

export type MadeBy = 'file' | 'camera' | 'drawn'

/** Where photographs go once they are there: a field of work that is kept as a draft. */
export interface PhotoPlace {
  /** The key of the draft. */
  work: string
  field: string
  /** What the connection mark calls them, already translated. */
  what: string
  /** The call that takes them: who may send photographs is another question in each country. */
  by: PhotoCall
}

export type PhotoCall =
  | 'photos.uploadReviewImage'
  | 'indiaInspection.uploadReviewImage'
  | 'gatePasses.uploadGatePassPhoto'
  | 'samples.uploadSamplePhoto'
  | 'correctiveActions.uploadCorrectivePhoto'
  | 'disputes.uploadDisputePhoto'
  | 'materials.uploadRollPhoto'
  | 'facilities.uploadFacilityPhoto'

/** A picture on its way. */
export interface PendingPhoto {
  /** Also its Idempotency-Key: sent again, it is taken once. */
  id: string
  place: PhotoPlace
  file: File
  madeBy: MadeBy
  /** The photograph that it takes the place of. */
  replaces: string | null
  /** `sent` waits for those chosen before it, so that they come in the order in which they were chosen, and for its field. */
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** 0 to 1 while it travels, null before. */
  progress: number | null
  problem: ApiError | null
  /** Once it is there. */
  imageId: string | null
}

type Field = Pick<PhotoPlace, 'work' | 'field'>

export interface PhotoSending {
  all: () => readonly PendingPhoto[]
  /** Those of one field: the same array until one of them changes. */
  at: (place: Field) => readonly PendingPhoto[]
  subscribe: (changed: () => void) => () => void
  add: (place: PhotoPlace, files: readonly File[], how: Pick<PendingPhoto, 'madeBy' | 'replaces'>) => void
  retry: (id: string) => void
  /** Gives those of the field that are there, and forgets them. */
  take: (place: Field) => PendingPhoto[]
  /** Stops them on their way, or forgets what failed. */
  drop: (isMeant: (photo: PendingPhoto) => boolean) => void
}

export interface SendingGround {
  /** Gives the id of the photograph. */
  send: (photo: PendingPhoto, signal: AbortSignal, onProgress: (share: number) => void) => Promise<string>
  problemOf: (failure: unknown) => ApiError
  newId: () => string
}

/** A line to the server carries two at a time; the rest wait. */
const atOnce = 2
const none: readonly PendingPhoto[] = []

/** Sends pictures whether or not their field is on screen: one taken by the camera is nowhere else. What was sent waits for its field. */
export function makePhotoSending({ send, problemOf, newId }: SendingGround): PhotoSending {
  let all: readonly PendingPhoto[] = none
  let byField = new Map<string, readonly PendingPhoto[]>()
  const running = new Map<string, AbortController>()
  const listeners = new Set<() => void>()

  const become = (next: readonly PendingPhoto[]) => {
    all = next
    const before = byField
    byField = new Map()
    for (const [name, photos] of Map.groupBy(all, ({ place }) => nameOf(place))) {
      const old = before.get(name) ?? none
      const isSame = old.length === photos.length && photos.every((photo, at) => photo === old[at])
      byField.set(name, isSame ? old : photos)
    }
    for (const listener of [...listeners]) listener()
  }
  const change = (id: string, to: Partial<PendingPhoto>) =>
    become(all.map((one) => (one.id === id ? { ...one, ...to } : one)))

  const run = async (photo: PendingPhoto) => {
    const controller = new AbortController()
    running.set(photo.id, controller)
    change(photo.id, { state: 'sending', progress: 0 })
    try {
      const imageId = await send(photo, controller.signal, (progress) => change(photo.id, { progress }))
      change(photo.id, { state: 'sent', imageId })
    } catch (failure) {
      change(photo.id, { state: 'failed', problem: problemOf(failure) })
    } finally {
      running.delete(photo.id)
      pump()
    }
  }
  const pump = () => {
    const waiting = all.filter(({ id, state }) => state === 'waiting' && !running.has(id))
    for (const photo of waiting.slice(0, Math.max(0, atOnce - running.size))) void run(photo)
  }

  return {
    all: () => all,
    at: (place) => byField.get(nameOf(place)) ?? none,
    subscribe(changed) {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
    add(place, files, how) {
      const fresh = { place, ...how, state: 'waiting', progress: null, problem: null, imageId: null } as const
      become([...all, ...files.map((file) => ({ ...fresh, id: newId(), file }))])
      pump()
    },
    retry(id) {
      change(id, { state: 'waiting', problem: null, progress: null })
      pump()
    },
    take(place) {
      const ready = readyPhotos(byField.get(nameOf(place)) ?? none)
      if (ready.length > 0) become(all.filter((one) => !ready.includes(one)))
      return ready
    },
    drop(isMeant) {
      const gone = all.filter(isMeant)
      if (gone.length === 0) return
      become(all.filter((one) => !gone.includes(one)))
      for (const { id } of gone) running.get(id)?.abort()
    },
  }
}

const nameOf = ({ work, field }: Field) => `${work} ${field}`

/** Those that are there and wait for nobody: failed ones hold nobody up, and a drawn one has its place. */
function readyPhotos(pending: readonly PendingPhoto[]): PendingPhoto[] {
  const first = pending.findIndex(
    ({ state, replaces }) => replaces === null && (state === 'waiting' || state === 'sending'),
  )
  const due = first < 0 ? pending.length : first
  return pending.filter(({ state, replaces }, at) => state === 'sent' && (replaces !== null || at < due))
}

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
