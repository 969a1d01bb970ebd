import { useEffect, useRef, useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import { readStageCode, type Stage } from '../../../shared/areas/facilities/stage-ledger.ts'
import { showToast } from '../../kit/Toasts.tsx'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useLocale } from '../../table/words.ts'

/** What a scanned card is looked up in. */
export interface KnownOrders {
  rows: readonly FacilityOrderRow[]
  /** The only one that can be meant; '' while several can, or none is known yet. */
  facility: string
  /** Orders or facilities are on their way. */
  isAsking: boolean
}

export interface ScannedCard {
  order: string
  facility: string
  into: Stage | null
  card: number | null
}

/** Finds the order that a scanned code names. 'later' while what is on its way may hold it; null where nothing has it. */
export function findCard(code: string, { rows, facility, isAsking }: KnownOrders): ScannedCard | 'later' | null {
  const read = readStageCode(code)
  const order = read?.order ?? code.trim().toUpperCase()
  const at = rows.find((row) => row.order_action_id === order)?.facility ?? (read ? facility : '')
  if (at !== '') return { order, facility: at, into: read?.into ?? null, card: read?.card ?? null }
  return isAsking ? 'later' : null
}

/**
 * Opens scanned cards. One that comes before the orders are there waits for them, as when a station has just been opened on a slow line;
 * of several the last is opened, and none over an order that was opened meanwhile.
 */
export function useCardScans(known: KnownOrders, job: string, open: (card: ScannedCard) => void) {
  const { t } = useLocale()
  const [waiting, setWaiting] = useState<{ code: string; over: string } | null>(null)
  const take = (code: string, found: ScannedCard | null) => {
    setWaiting(null)
    if (found !== null) return open(found)
    playSound('unknown', readSoundSettings())
    showToast({ tone: 'error', text: t('No order on this list has the code {{code}}.', { code }) })
  }
  const isLeft = waiting !== null && job !== '' && job !== waiting.over
  const found = waiting === null || isLeft ? 'later' : findCard(waiting.code, known)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    if (isLeft) setWaiting(null)
    else if (waiting !== null && found !== 'later') latest.current(waiting.code, found)
  })
  return {
    /** The code that waits. */
    waiting: isLeft ? null : (waiting?.code ?? null),
    scan: (code: string) => {
      const card = findCard(code, known)
      if (card === 'later') setWaiting({ code, over: job })
      else take(code, card)
    },
  }
}
