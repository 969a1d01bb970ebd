import { useCallback, useSyncExternalStore } from 'react'
import { contract } from '../../shared/areas.ts'
import { fileCall } from '../api/client.ts'
import { fetchFile } from '../api/send.ts'
import { currentUser, sessionAtom } from '../session/session.ts'
import { store } from '../theme/theme.tsx'
import { makePictureCache, type PictureSize } from './picture-cache.ts'

const cache = makePictureCache({
  load: async (id, size, signal) =>
    new Blob([await fetchFile(fileCall(contract.pictures.picture, { picture_id: id, size }), signal, true)], {
      type: 'image/jpeg',
    }),
  makeUrl: (blob) => URL.createObjectURL(blob),
  dropUrl: (url) => URL.revokeObjectURL(url),
})

let owner = currentUser()?.id
store.sub(sessionAtom, () => {
  const user = currentUser()?.id
  if (user !== owner) cache.clear()
  owner = user
})

const nothing = () => undefined

/** The address of a style's picture for an `img`; null while it is not there, and where there is none. */
export function usePicture(id: string | null, size: PictureSize): string | null {
  const subscribe = useCallback(
    (changed: () => void) => (id === null ? nothing : cache.show(id, size, changed)),
    [id, size],
  )
  return useSyncExternalStore(subscribe, () => (id === null ? null : cache.url(id, size)))
}
