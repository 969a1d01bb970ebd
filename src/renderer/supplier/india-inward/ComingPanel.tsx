import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countedArrivals } from '../../../shared/areas/india-receiving/rules.ts'
import { useFormats } from '../../i18n/formats.ts'
import type { ListState } from '../../table/list-state.ts'
import { useConsignments } from '../receiving/consignments.ts'
import type { AwaitedBox } from '../receiving/scan/awaited.ts'
import { Expected } from '../receiving/scan/ExpectedPanel.tsx'
import type { IndiaParams } from './india-params.ts'

interface ComingPanelProps {
  address: ListState<IndiaParams>
  here: { site?: string }
  /** The box that was scanned last: what it came with is counted where nothing else is chosen. */
  last: AwaitedBox | null
}

/** Expected beside received: of one export order, or of all that are on their way here. */
export function ComingPanel({ address: { state, set }, here, last }: ComingPanelProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { consignments, data } = useConsignments(here)
  /** Everything was asked for: the box scanned last does not choose any more. */
  const [isAll, setAll] = useState(false)
  const { chosen, counted, choices } = countedArrivals(consignments, {
    chosen: state.consignment,
    last: isAll ? '' : (last?.consignment ?? ''),
  })
  const sum = (of: 'expected' | 'scanned') => counted.reduce((total, one) => total + one[of], 0)
  return (
    <Expected
      title={t('Expected and received')}
      taken={t('Received')}
      expected={sum('expected')}
      scanned={sum('scanned')}
      isKnown={data !== undefined}
      label={t('Export order')}
      value={chosen}
      onChoose={(consignment) => {
        setAll(consignment === '')
        set({ consignment })
      }}
      choices={choices.map(({ number, expected, scanned }) => [
        number,
        `${number} · ${formats.number(scanned)}/${formats.number(expected)}`,
      ])}
    />
  )
}
