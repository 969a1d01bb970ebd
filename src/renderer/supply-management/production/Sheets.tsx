import { Button } from '@blueprintjs/core'
import { Upload } from '@blueprintjs/icons'
import { useState } from 'react'
import { type Stage, stageWords, typedStages } from '../../../shared/areas/facilities/stage-ledger.ts'
import { contract } from '../../../shared/areas.ts'
import { MenuButton, useFile, useSheet } from '../../actions/files.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'

/** A sheet for each stage that pieces come into: fetched with the open orders, filled in, and sent back. Rejected pieces need a reason and go by hand. */
export function Sheets({ facility }: { facility: string }) {
  const { t } = useLocale()
  const file = useFile()
  const [status, setStatus] = useState<Stage>('cutting')
  const sheet = useSheet({
    call: 'facilities.bulkUpdate',
    accept: ['.xlsx', '.csv'],
    input: { facility, status },
    title: t('Pieces into “{{stage}}” by a sheet', { stage: t(stageWords[status]) }),
    template: {
      label: t('Open orders as a sheet'),
      get: () => file.get(contract.facilities.downloadFacilityOrderFile, { facility, status }),
    },
  })
  return (
    <>
      {facility === '' ? (
        <Button
          icon={<Upload />}
          text={t('By sheet')}
          onClick={() => showToast({ tone: 'error', text: t('Choose a facility first.') })}
        />
      ) : (
        <MenuButton
          icon={<Upload />}
          text={t('By sheet')}
          items={typedStages
            .filter((stage) => stage !== 'reject')
            .map(
              (stage) =>
                [
                  t(stageWords[stage]),
                  () => {
                    setStatus(stage)
                    sheet.open()
                  },
                ] as const,
            )}
        />
      )}
      {sheet.dialog}
    </>
  )
}
