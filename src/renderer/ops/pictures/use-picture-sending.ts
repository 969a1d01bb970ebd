import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { pictureMessages } from '../../../shared/kernel/pictures.ts'
import type { CallData } from '../../actions/calls.ts'
import { problemOf } from '../../actions/say.ts'
import { useRefresh } from '../../actions/useRows.ts'
import { ApiError } from '../../api/api-error.ts'
import { api, newKey } from '../../api/client.ts'
import { forgetUnsaved, noteUnsaved } from '../../app/unsaved.ts'
import { scalePicture } from '../../photos/photo-sending.ts'
import { isOnWay, makePictureSending, type PictureSending, type SentPicture } from './picture-sending.ts'

export type Told = CallData<'pictures.upload'>

export interface UsedSending extends PictureSending<Told> {
  pictures: readonly SentPicture<Told>[]
}

/** The screen's queue of pictures. What is on its way when the screen is left is stopped: leaving asks first. */
export function usePictureSending(): UsedSending {
  const { t } = useTranslation()
  const refresh = useRefresh()
  const latest = useRef(refresh)
  latest.current = refresh
  const [sending] = useState(() =>
    // Whatever is on screen may show them.
    makePictureSending<Told>({ send: sendPicture, problemOf, newId: newKey, onIdle: () => void latest.current() }),
  )
  const pictures = useSyncExternalStore(sending.subscribe, sending.all)
  const isBusy = pictures.some(isOnWay)
  const label = t('Pictures')
  useEffect(() => {
    if (!isBusy) return
    noteUnsaved({ id: 'style pictures', kind: 'sending', label })
    return () => forgetUnsaved('style pictures')
  }, [isBusy, label])
  useEffect(() => () => sending.stop(), [sending])
  return { ...sending, pictures }
}

async function sendPicture(
  { id, file, name, to, drop }: SentPicture<Told>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Told> {
  const scaled = await scalePicture(file)
  if (scaled === null) throw new ApiError(400, 'invalid_input', pictureMessages.wrongKind)
  // Under its own name, which says whose picture it is: scaling calls every picture a JPEG.
  const sent = new File([scaled], name.split(/[\\/]/).at(-1) ?? name, { type: scaled.type })
  const source_sha256 = scaled.size === file.size ? undefined : await sumOf(file)
  const input = {
    file: sent,
    drop_id: drop,
    ...(to && { style_id: to.style_id }),
    ...(to?.color && { color: to.color }),
  }
  const { data } = await api.pictures.upload(
    { ...input, ...(source_sha256 && { source_sha256 }) },
    { signal, key: id, onProgress: ({ sentBytes, totalBytes }) => onProgress(totalBytes ? sentBytes / totalBytes : 0) },
  )
  return data
}

/** By it the server knows the file again whatever this browser made of it; undefined where a page reached by plain http has no sums. */
async function sumOf(file: File): Promise<string | undefined> {
  const { subtle } = crypto as Partial<Crypto>
  if (!subtle) return undefined
  const sum = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
