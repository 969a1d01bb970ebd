import './facility-shipments.css'
import { Button } from '@blueprintjs/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FacilityOrderRow } from '../../../shared/areas/facilities/calls.ts'
import type { Stage } from '../../../shared/areas/facilities/stage-ledger.ts'
import { type ListInput, type RowOf, type Rows, type RowsCallName, useRows } from '../../actions/useRows.ts'
import { useIsStaff } from '../../api/use-suppliers.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { QuantityInput } from '../../kit/quantities.tsx'
import { FailedState, LoadingRows } from '../../kit/states.tsx'
import { playSound, readSoundSettings } from '../../scan/sounds.ts'
import { useLocale } from '../../table/words.ts'
import { useKeptOrders } from '../production/use-facility-work.ts'

const verdictSounds = { good: 'good', bad: 'unknown', unsure: 'notYet' } as const
type Tone = keyof typeof verdictSounds

/** Says of each scan whether it was taken, by sound, colour and words, until the next one. */
export function useVerdict() {
  const [verdict, setVerdict] = useState<{ tone: Tone; text: string } | null>(null)
  const say = (tone: Tone) => (text: string) => {
    playSound(verdictSounds[tone], readSoundSettings())
    setVerdict({ tone, text })
  }
  return {
    good: say('good'),
    bad: say('bad'),
    /** Taken, and judged by the server alone. */
    unsure: say('unsure'),
    clear: () => setVerdict(null),
    shown: (
      <p className="facility-verdict" role="status" data-tone={verdict?.tone}>
        {verdict?.text}
      </p>
    ),
  }
}

/** Loads a list page after page: what is scanned may be any of its rows. */
export function useAllRows<N extends RowsCallName>(call: N, input: ListInput<N>): Rows<RowOf<N>> {
  const rows = useRows(call, input)
  const { hasMore, isFetching, loadMore } = rows
  useEffect(() => {
    if (hasMore && !isFetching) loadMore()
  }, [hasMore, isFetching, loadMore])
  return rows
}

/** All orders of the facilities that the user sees, or those with pieces in one stage. */
export function useFacilityOrders({ facility, stage }: { facility: string; stage?: Stage }): Rows<FacilityOrderRow> {
  const asked = {
    ...{ tab: 'all' as const, page_size: 200 },
    ...(facility !== '' && { facility }),
    ...(stage && { stage }),
  }
  return useKeptOrders(useAllRows('facilities.getFacilityOrders', asked), asked)
}

/** Judges scans by rows, one at a time; those that come before all rows are there wait for them. */
export function useScans(
  { isLoading, isError, isOld, hasMore }: Pick<Rows<unknown>, 'isLoading' | 'isError' | 'isOld' | 'hasMore'>,
  verdict: Pick<ReturnType<typeof useVerdict>, 'unsure'>,
  judge: (code: string) => void,
) {
  const [waiting, setWaiting] = useState<readonly { code: string }[]>([])
  const latest = useRef(judge)
  latest.current = judge
  const isReady = !isLoading && !isError && !isOld && !hasMore
  const [next] = waiting
  useEffect(() => {
    if (!isReady || next === undefined) return
    setWaiting((now) => now.slice(1))
    latest.current(next.code)
  }, [isReady, next])
  return ({ code }: { code: string }) => {
    if (!isReady) verdict.unsure(code)
    setWaiting((now) => [...now, { code }])
  }
}

interface FacilityChoiceProps {
  value: string
  onChange: (facility: string) => void
}

/** For staff, who see all facilities; a vendor's people work at their own. */
export function FacilityChoice(props: FacilityChoiceProps) {
  return useIsStaff() ? <Choice {...props} /> : null
}

function Choice({ value, onChange }: FacilityChoiceProps) {
  const { t, name } = useLocale()
  const { rows } = useFacilityOrders({ facility: '' })
  const known = new Map(rows.map((row) => [row.facility, name(row.facility_name, row.facility_name_zh)]))
  if (value !== '' && !known.has(value)) known.set(value, value)
  return (
    <ChoiceField
      label={t('Facility')}
      value={value}
      choices={[
        ['', t('All facilities')],
        ...[...known].toSorted().map(([code, called]) => [code, `${code} · ${called}`] as const),
      ]}
      onChange={onChange}
    />
  )
}

interface PiecesProps {
  label: string
  value: number
  /** More is refused in words that name it. */
  most?: number
  fault?: string | null
  onChange: (pieces: number) => void
}

/** How many pieces, by buttons that a thumb hits, or typed. */
export function Pieces({ label, value, most, fault = null, onChange }: PiecesProps) {
  const { t } = useLocale()
  return (
    <span className="facility-pieces">
      <Button
        text="−"
        aria-label={t('One less: {{what}}', { what: label })}
        disabled={value <= 0}
        onClick={() => onChange(value - 1)}
      />
      <QuantityInput
        className="text-field end"
        label={label}
        isInvalid={fault !== null}
        value={value === 0 ? null : value}
        onChange={(typed) => onChange(typed ?? 0)}
      />
      <Button
        text="+"
        aria-label={t('One more: {{what}}', { what: label })}
        disabled={most !== undefined && value >= most}
        onClick={() => onChange(value + 1)}
      />
    </span>
  )
}

interface CardsProps<R> {
  rows: Rows<R>
  keyOf: (row: R) => string
  /** Said where there are none. */
  empty: ReactNode
  children: (row: R) => ReactNode
}

/** A list as cards, for a phone's width. */
export function Cards<R>({ rows, keyOf, empty, children }: CardsProps<R>) {
  const { t } = useLocale()
  if (rows.isLoading) return <LoadingRows rows={6} />
  // What could not be read is not nothing.
  if (rows.isError && rows.rows.length === 0) return <FailedState onRetry={() => void rows.reload()} />
  if (rows.rows.length === 0) return empty
  return (
    <>
      <ul className="facility-cards">
        {rows.rows.map((row) => (
          <li key={keyOf(row)} className="facility-card">
            {children(row)}
          </li>
        ))}
      </ul>
      {rows.hasMore ? <Button text={t('Show more')} loading={rows.isFetching} onClick={rows.loadMore} /> : null}
    </>
  )
}
