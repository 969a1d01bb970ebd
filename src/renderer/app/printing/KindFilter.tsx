import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { printKinds } from '../../../shared/domain/printing.ts'
import { jobKindName } from '../../actions/print/print-kinds.ts'
import { isDesktop } from '../../host/host.ts'

interface KindFilterProps {
  kind: PrintJob['kind'] | null
  onChange: (kind: PrintJob['kind'] | null) => void
}

export function KindFilter({ kind, onChange }: KindFilterProps) {
  const { t } = useTranslation()
  const kinds: readonly PrintJob['kind'][] = isDesktop ? [...printKinds, 'test'] : printKinds
  return (
    <HTMLSelect
      aria-label={t('Kind')}
      value={kind ?? ''}
      onChange={({ target }) => onChange(kinds.find((one) => one === target.value) ?? null)}
    >
      <option value="">{t('All kinds')}</option>
      {kinds.map((one) => (
        <option key={one} value={one}>
          {t(jobKindName(one))}
        </option>
      ))}
    </HTMLSelect>
  )
}
