import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { pictureMessages } from '../../shared/kernel/pictures.ts'
import { callByName } from '../actions/calls.ts'
import { problemOf } from '../actions/say.ts'
import { ApiError } from '../api/api-error.ts'
import { newKey } from '../api/client.ts'
import type { Progress } from '../api/send.ts'
import { forgetUnsaved, noteUnsaved } from '../app/unsaved.ts'
import { currentUser, sessionAtom } from '../session/session.ts'
import { store } from '../theme/theme.tsx'
import { type MadeBy, makePhotoSending, type PendingPhoto, type PhotoPlace, scalePicture } from './photo-sending.ts'

const sending = makePhotoSending({ send: sendPhoto, problemOf, newId: newKey })

// Nothing goes out in the name of whoever comes next.
let owner = currentUser()?.id
store.sub(sessionAtom, () => {
  const user = currentUser()?.id
  if (user !== owner) sending.drop(() => true)
  owner = user
})

/** Also of a field that nobody looks at: the connection mark lists them, and leaving asks. */
let noted = new Set<string>()
sending.subscribe(() => {
  const works = Map.groupBy(sending.all(), ({ place }) => place.work)
  const gone = [...noted].filter((work) => !works.has(work))
  noted = new Set(works.keys())
  for (const [work, photos] of works) {
    const label = photos[0]?.place.what ?? null
    noteUnsaved({ id: `photos ${work}`, kind: photos.some(isOnWay) ? 'sending' : 'typed', label })
  }
  for (const work of gone) forgetUnsaved(`photos ${work}`)
})

export interface PhotoUploads {
  pending: readonly PendingPhoto[]
  add: (files: readonly File[], madeBy: MadeBy, replaces?: string) => void
  retry: (id: string) => void
  /** Stops it on its way, or forgets what failed. */
  cancel: (id: string) => void
}

/**
 * Sends pictures, and says of each what it became. `onSent` hears the id and, for a drawn one, whose place it takes: at once, or
 * when the field is back on screen.
 */
export function usePhotoUploads(
  place: PhotoPlace,
  onSent: (id: string, replaces: string | null) => void,
): PhotoUploads {
  const { work, field } = place
  const read = useCallback(() => sending.at({ work, field }), [work, field])
  const pending = useSyncExternalStore(sending.subscribe, read)
  const heard = useRef(onSent)
  heard.current = onSent
  useEffect(() => {
    if (!pending.some(({ state }) => state === 'sent')) return
    for (const { imageId, replaces } of sending.take({ work, field }))
      if (imageId !== null) heard.current(imageId, replaces)
  }, [pending, work, field])
  return {
    pending,
    add: (files, madeBy, replaces) => sending.add(place, files, { madeBy, replaces: replaces ?? null }),
    retry: sending.retry,
    cancel: (id) => sending.drop((photo) => photo.id === id),
  }
}

export interface WorkPhotos {
  state: 'sending' | 'failed' | null
  /** The field of the first that failed. */
  failedField: string | null
  /** The work is done or given up, and they with it. */
  drop: () => void
}

/**
 * What is on its way for one piece of work, in all its fields. A field that is gone needs none, nor does work whose draft is gone;
 * `fields` are joined by spaces.
 */
export function useWorkPhotos(work: string, isTyped: boolean, fields: string): WorkPhotos {
  const read = useCallback(() => sending.all(), [])
  const photos = useSyncExternalStore(sending.subscribe, read).filter(({ place }) => place.work === work)
  const drop = useCallback(() => sending.drop(({ place }) => place.work === work), [work])
  useEffect(() => {
    const there = new Set(fields.split(' '))
    sending.drop(({ place }) => place.work === work && !there.has(place.field))
  }, [work, fields])
  const wasTyped = useRef(isTyped)
  useEffect(() => {
    if (wasTyped.current && !isTyped) drop()
    wasTyped.current = isTyped
  }, [isTyped, drop])
  return {
    state: stateOf(photos),
    failedField: photos.find(({ state }) => state === 'failed')?.place.field ?? null,
    drop,
  }
}

function stateOf(photos: readonly PendingPhoto[]): WorkPhotos['state'] {
  if (photos.some(({ state }) => state === 'failed')) return 'failed'
  return photos.length > 0 ? 'sending' : null
}

const isOnWay = ({ state }: PendingPhoto) => state === 'waiting' || state === 'sending'

async function sendPhoto(
  { id, file, madeBy, place }: PendingPhoto,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<string> {
  const scaled = await scalePicture(file)
  if (scaled === null) throw new ApiError(0, 'invalid_input', pictureMessages.wrongKind)
  const sent = await callByName(place.by)(
    { file: scaled, made_by: madeBy },
    { signal, key: id, onProgress: (progress) => onProgress(shareOf(progress)) },
  )
  return sent.data.image_id
}

function shareOf({ sentBytes, totalBytes }: Progress): number {
  return totalBytes ? sentBytes / totalBytes : 0
}
