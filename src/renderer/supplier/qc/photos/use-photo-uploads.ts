import { useCallback, useEffect, useRef, useState } from 'react'
import { pictureMessages } from '../../../../shared/domain/pictures.ts'
import { problemOf } from '../../../actions/say.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { newKey } from '../../../api/keys.ts'
import type { Progress } from '../../../api/send.ts'
import { scalePicture } from './scale-picture.ts'

export type MadeBy = 'file' | 'camera' | 'drawn'

/** A picture on its way. */
export interface PendingPhoto {
  /** Also its Idempotency-Key: sent again, it is taken once. */
  id: string
  file: File
  madeBy: MadeBy
  /** The photograph that it takes the place of. */
  replaces: string | null
  /** `sent` waits for those chosen before it, so that they come in the order in which they were chosen. */
  state: 'waiting' | 'sending' | 'sent' | 'failed'
  /** 0 to 1 while it travels, null before. */
  progress: number | null
  problem: ApiError | null
  /** Once it is there. */
  imageId: string | null
}

/** A line to the server carries two at a time; the rest wait. */
const atOnce = 2

export interface PhotoUploads {
  pending: readonly PendingPhoto[]
  add: (files: readonly File[], madeBy: MadeBy, replaces?: string) => void
  retry: (id: string) => void
  /** Stops it on its way, or forgets what failed. */
  cancel: (id: string) => void
}

/** Sends pictures, and says of each what it became. `onSent` hears the id and, for a drawn one, whose place it takes. */
export function usePhotoUploads(onSent: (id: string, replaces: string | null) => void): PhotoUploads {
  const [pending, setPending] = useState<readonly PendingPhoto[]>([])
  const running = useRef(new Map<string, AbortController>())
  const heard = useRef(onSent)
  heard.current = onSent

  const change = useCallback((id: string, to: Partial<PendingPhoto>) => {
    setPending((all) => all.map((one) => (one.id === id ? { ...one, ...to } : one)))
  }, [])
  const forget = useCallback((id: string) => setPending((all) => all.filter((one) => one.id !== id)), [])

  useEffect(() => {
    const free = atOnce - running.current.size
    const next = pending.filter(({ id, state }) => state === 'waiting' && !running.current.has(id)).slice(0, free)
    for (const photo of next) {
      const controller = new AbortController()
      running.current.set(photo.id, controller)
      change(photo.id, { state: 'sending', progress: 0 })
      const onProgress = (progress: number) => change(photo.id, { progress })
      void sendPhoto(photo, controller.signal, onProgress)
        .then((imageId) => {
          if (controller.signal.aborted) forget(photo.id)
          else change(photo.id, { state: 'sent', imageId })
        })
        .catch((failure: unknown) => {
          if (controller.signal.aborted) forget(photo.id)
          else change(photo.id, { state: 'failed', problem: problemOf(failure) })
        })
        .finally(() => {
          running.current.delete(photo.id)
          // Wakes this effect for those that wait.
          setPending((all) => [...all])
        })
    }
  }, [pending, change, forget])

  useEffect(() => {
    const ready = readyPhotos(pending)
    if (ready.length === 0) return
    setPending((all) => all.filter((one) => !ready.includes(one)))
    for (const { imageId, replaces } of ready) if (imageId !== null) heard.current(imageId, replaces)
  }, [pending])

  // A closed dialog wants none of what is still on its way.
  useEffect(() => {
    const under = running.current
    return () => {
      for (const controller of under.values()) controller.abort()
    }
  }, [])

  return {
    pending,
    add: (files, madeBy, replaces) =>
      setPending((all) => [...all, ...files.map((file) => newPhoto(file, madeBy, replaces ?? null))]),
    retry: (id) => change(id, { state: 'waiting', problem: null, progress: null }),
    cancel: (id) => {
      running.current.get(id)?.abort()
      forget(id)
    },
  }
}

function newPhoto(file: File, madeBy: MadeBy, replaces: string | null): PendingPhoto {
  return { id: newKey(), file, madeBy, replaces, state: 'waiting', progress: null, problem: null, imageId: null }
}

/** Those that are there and wait for nobody: failed ones hold nobody up, and a drawn one has its place. */
function readyPhotos(pending: readonly PendingPhoto[]): PendingPhoto[] {
  const first = pending.findIndex(
    ({ state, replaces }) => replaces === null && (state === 'waiting' || state === 'sending'),
  )
  const due = first < 0 ? pending.length : first
  return pending.filter(({ state, replaces }, at) => state === 'sent' && (replaces !== null || at < due))
}

async function sendPhoto(
  { id, file, madeBy }: PendingPhoto,
  signal: AbortSignal,
  onProgress: (progress: number) => void,
): Promise<string> {
  const scaled = await scalePicture(file)
  if (scaled === null) throw new ApiError(0, 'invalid_input', pictureMessages.wrongKind)
  const sent = await api.qcShared.uploadReviewImage(
    { file: scaled, made_by: madeBy },
    { signal, key: id, onProgress: (progress) => onProgress(shareOf(progress)) },
  )
  return sent.data.image_id
}

function shareOf({ sentBytes, totalBytes }: Progress): number {
  return totalBytes ? sentBytes / totalBytes : 0
}
