import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { z } from 'zod'
import { type ClearanceFormat, clearanceFormats } from '../../../shared/areas/facilities/clearance.ts'
import { facilityWords } from '../../../shared/areas/facilities/words.ts'
import { contract } from '../../../shared/areas.ts'
import { saveAnswer } from '../../actions/downloads.ts'
import { useFile } from '../../actions/files.tsx'
import { useSay } from '../../actions/say.ts'
import { ChooseFile } from '../../actions/upload/ChooseFile.tsx'
import { FaultTable } from '../../actions/upload/FaultTable.tsx'
import { useAction } from '../../actions/useAction.ts'
import { newKey } from '../../api/client.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { useTyped } from '../../forms/useTyped.ts'
import { key } from '../../i18n/formats.ts'
import { DialogParts, type DialogTurn, Modal } from '../../kit/dialogs.tsx'
import { Callout } from '../../kit/states.tsx'
import { useConfirm } from '../../kit/useConfirm.tsx'
import { useLocale } from '../../table/words.ts'
import { FacilityChoice } from './parts.tsx'

const accept = ['.xlsx', '.csv'] as const
const call = contract.facilities.moveFromShipmentPendingToCutting

const flagWords = {
  clear_the_rest: key('Cancel SKUs that the file does not name'),
  create_new_production_order: key('Allow new production orders, one for each style'),
  move_remaining_sku_for_give_style: key('Move the other SKUs of such a style into the new order, too'),
  create_po: key('Write open purchase orders anew with the pieces that stay'),
} as const
const flags = Object.keys(flagWords) as (keyof typeof flagWords)[]

const formatWords = {
  by_sku: key('An SKU in each row'),
  by_order: key('A production order in each row'),
} as const satisfies Record<ClearanceFormat, string>

const options = z.object({
  vendor_id: z.string(),
  sheet_format: z.enum(clearanceFormats),
  clear_the_rest: z.boolean(),
  create_new_production_order: z.boolean(),
  move_remaining_sku_for_give_style: z.boolean(),
  create_po: z.boolean(),
})

/** Clears what a facility has not cut, by a sheet: first tried, which writes nothing and gives the same workbook. */
export function ClearanceDialog({ facility, ...turn }: DialogTurn & { facility: string }) {
  const { t } = useLocale()
  const say = useSay()
  const begins = {
    ...{ vendor_id: facility, sheet_format: 'by_sku' as const, clear_the_rest: false },
    ...{ create_new_production_order: false, move_remaining_sku_for_give_style: false, create_po: false },
  }
  const { value, change, reset } = useTyped('facility-clearance', options, begins, t('Vendor clearance'))
  const [file, setFile] = useState<File | null>(null)
  const [isTried, setTried] = useState(false)
  const { get } = useFile()
  const confirm = useConfirm()
  const clear = useAction(
    async ({ isTrial, of }: { isTrial: boolean; of: File }, { key: once = newKey() }) => {
      const chosen = Object.fromEntries(flags.map((one) => [one, String(value[one])])) as Record<
        (typeof flags)[number],
        'true' | 'false'
      >
      const { vendor_id, sheet_format } = value
      const sent = { vendor_id, sheet_format, ...chosen, is_trial: isTrial ? 'true' : 'false', file: of } as const
      const isSaved = await saveAnswer(call, sent, { name: 'vendor_clearance_result.xlsx', key: once, t })
      return { isSaved }
    },
    {
      done: ({ isSaved }, { isTrial }) =>
        isTrial
          ? isSaved
            ? t('Tried; nothing is written. The workbook says what would become of each SKU.')
            : null
          : t('Cleared. The workbook says what became of each SKU.'),
      failed: () => true,
    },
  )
  const set = (next: Partial<typeof value>) => {
    setTried(false)
    change((now) => ({ ...now, ...next }))
  }
  const run = async (isTrial: boolean) => {
    if (file === null) return
    if (
      !isTrial &&
      !(await confirm.ask({
        title: t('Clear what {{facility}} has not cut?', { facility: value.vendor_id }),
        text: t('Pieces are cancelled or ordered anew as the workbook of the trial says.'),
        confirm: t('Clear it'),
        isDangerous: true,
      }))
    )
      return
    const ran = await clear.run({ isTrial, of: file })
    if (ran === undefined) return
    setTried(isTrial && ran.isSaved)
    if (!isTrial) {
      reset()
      turn.onClose()
    }
  }
  const { faults = [], fault_count: count } = clear.error?.details ?? {}
  const isReady = file !== null && value.vendor_id !== ''
  return (
    <Modal {...turn} title={t('Vendor clearance')} width={640} isTyped className="facility-touch">
      <DialogParts
        onCancel={turn.onClose}
        more={
          <Button
            text={t('Try it')}
            intent={isTried ? 'none' : 'primary'}
            disabled={!isReady}
            loading={clear.isRunning}
            onClick={() => void run(true)}
          />
        }
        step={{
          text: t('Clear it…'),
          run: () => run(false),
          intent: 'danger',
          isOff: !isReady || !isTried || clear.isRunning,
        }}
        foot={isTried ? null : t('It is tried first.')}
      >
        <div className="facility-fields">
          <FacilityChoice value={value.vendor_id} onChange={(vendor_id) => set({ vendor_id })} />
          <ChoiceField
            label={t('What the rows are of')}
            value={value.sheet_format}
            choices={clearanceFormats.map((one) => [one, t(formatWords[one])])}
            onChange={(sheet_format) => set({ sheet_format })}
          />
        </div>
        {flags.map((one) => (
          <label key={one} className="check-label facility-check">
            <input type="checkbox" checked={value[one]} onChange={({ target }) => set({ [one]: target.checked })} />
            {t(flagWords[one])}
          </label>
        ))}
        <ChooseFile
          options={{
            accept,
            template: {
              label: t('What is not cut yet, as the sheet to fill in'),
              download: () => {
                if (value.vendor_id !== '')
                  get(contract.facilities.downloadFacilityOrderFile, { facility: value.vendor_id, status: 'pending' })
              },
            },
          }}
          context={undefined}
          problem={value.vendor_id === '' ? t(facilityWords.whichFacility) : null}
          onFile={(chosen) => {
            setTried(false)
            clear.clearError()
            setFile(chosen)
          }}
        />
        {file === null ? null : <p className="code">{file.name}</p>}
        {clear.error === null ? null : (
          <>
            <Callout tone="bad">{say.problem(clear.error)}</Callout>
            {faults.length > 0 ? <FaultTable faults={faults} count={count ?? faults.length} /> : null}
          </>
        )}
      </DialogParts>
      {confirm.dialog}
    </Modal>
  )
}
