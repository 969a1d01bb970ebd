import { HTMLSelect } from '@blueprintjs/core'
import { useTranslation } from 'react-i18next'
import type { PrintJob } from '../../../shared/bridge.ts'
import { labelKinds } from '../../../shared/domain/labels.ts'
import { jobKindName } from '../../actions/print/label-kind-names.ts'
import { isDesktop } from '../../host/host.ts'

interface KindFilterProps {
  kind: PrintJob['kind'] | null
  onChange: (kind: PrintJob['kind'] | null) => void
}

export function KindFilter({ kind, onChange }: KindFilterProps) {
  const { t } = useTranslation()
  const kinds: readonly PrintJob['kind'][] = isDesktop ? [...labelKinds, 'test'] : labelKinds
  return (
    <HTMLSelect
      aria-label={t('Label kind')}
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
