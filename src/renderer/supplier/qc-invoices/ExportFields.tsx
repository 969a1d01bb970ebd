import { useTranslation } from 'react-i18next'
import { Field } from '../../people/Field.tsx'
import { TextField } from '../TextField.tsx'
import {
  documentWord,
  type ExportDraft,
  incoterms,
  portsOfDischarge,
  portsOfLoading,
  readGross,
  transports,
  transportWords,
} from './export-draft.ts'

interface ExportFieldsProps {
  draft: ExportDraft
  change: (part: Partial<ExportDraft>) => void
}

/** Terms, ports, the way, and the weight where the boxes' sum is not right. */
export function ExportFields({ draft, change }: ExportFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="inv-export">
      <Field label={t('Incoterm')}>
        {(ties) => (
          <select
            {...ties}
            className="text-field"
            value={draft.incoterm}
            onChange={({ target }) =>
              change({ incoterm: incoterms.find((term) => term === target.value) ?? draft.incoterm })
            }
          >
            {incoterms.map((term) => (
              <option key={term}>{term}</option>
            ))}
          </select>
        )}
      </Field>
      <PortField label={t('Port of loading')} field="portOfLoading" ports={portsOfLoading} {...{ draft, change }} />
      <PortField
        label={t('Port of discharge')}
        field="portOfDischarge"
        ports={portsOfDischarge}
        {...{ draft, change }}
      />
      <Field label={t('Transport')}>
        {(ties) => (
          <select
            {...ties}
            className="text-field"
            value={draft.transport}
            onChange={({ target }) =>
              change({ transport: transports.find((way) => way === target.value) ?? draft.transport })
            }
          >
            {transports.map((way) => (
              <option key={way} value={way}>
                {t(transportWords[way])}
              </option>
            ))}
          </select>
        )}
      </Field>
      <TextField
        label={t('Carrier')}
        hint={t('May follow when it is shipped')}
        maxLength={80}
        value={draft.carrier}
        onChange={(carrier) => change({ carrier })}
      />
      <TextField
        label={t(documentWord(draft.transport))}
        hint={t('May follow when it is shipped')}
        maxLength={60}
        value={draft.document}
        onChange={(document) => change({ document })}
      />
      <Field
        label={t('Gross weight (kg)')}
        problem={readGross(draft.gross) === undefined ? t('Please enter a weight in kilograms.') : null}
        hint={t('Empty: the sum of the boxes')}
      >
        {(ties) => (
          <input
            {...ties}
            className="text-field end"
            inputMode="decimal"
            maxLength={12}
            value={draft.gross}
            onChange={({ target }) => change({ gross: target.value })}
          />
        )}
      </Field>
    </div>
  )
}

interface PortFieldProps extends ExportFieldsProps {
  label: string
  field: 'portOfLoading' | 'portOfDischarge'
  ports: readonly string[]
}

/** Free text, with the usual ports offered. */
function PortField({ label, field, ports, draft, change }: PortFieldProps) {
  return (
    <Field label={label}>
      {(ties) => (
        <>
          <input
            {...ties}
            className="text-field"
            list={`${ties.id}ports`}
            maxLength={80}
            value={draft[field]}
            onChange={({ target }) => change({ [field]: target.value })}
          />
          <datalist id={`${ties.id}ports`}>
            {ports.map((port) => (
              <option key={port} value={port} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
