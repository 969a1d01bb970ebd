import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { addressOf } from '../../../../shared/contract/grammar.ts'
import { contract } from '../../../../shared/contract/index.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { fetchFile } from '../../../api/fetch-file.ts'

export type PhotoSize = 'full' | 'thumbnail'

export interface PhotoUrl {
  /** Of the page's own memory (blob:), while it is there. */
  url: string | null
  blob: Blob | null
  isError: boolean
  reload: () => void
}

/** A photograph's address for an `img`: its bytes come through the client, which knows who asks. */
export function usePhotoUrl(id: string | null, size: PhotoSize): PhotoUrl {
  const { data, isError, refetch } = useQuery<Blob, ApiError>({
    queryKey: ['photo', id, size],
    enabled: id !== null,
    // What an id shows never changes.
    staleTime: 'static',
    queryFn: async ({ signal }) => {
      const { path } = addressOf(contract.house.qcImage, { image_id: id })
      const bytes = await fetchFile({ method: 'GET', path: `${path}?size=${size}` }, signal)
      return new Blob([bytes], { type: 'image/jpeg' })
    },
  })
  const blob = data ?? null
  return { url: useObjectUrl(blob), blob, isError, reload: () => void refetch() }
}

/** An address for bytes, given back when they change or nobody looks any more. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === null) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => {
      setUrl(null)
      // A picture that is still being read would complain.
      setTimeout(() => URL.revokeObjectURL(made), 1_000)
    }
  }, [blob])
  return url
}
