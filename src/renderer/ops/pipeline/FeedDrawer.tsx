import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { contract } from '../../../shared/areas.ts'
import { addressOf } from '../../../shared/kernel/call.ts'
import type { CallData } from '../../actions/calls.ts'
import { useAction } from '../../actions/useAction.ts'
import { api } from '../../api/client.ts'
import { serverAddress } from '../../api/send.ts'
import { Drawer, Facts, Section } from '../../kit/Drawer.tsx'
import { Callout } from '../../kit/states.tsx'
import { showToast } from '../../kit/Toasts.tsx'
import { useLocale } from '../../table/words.ts'

interface FeedDrawerProps {
  feed: CallData<'pipeline.getArrivals'>['feed']
  onClose: () => void
}

/** The secret address under which a calendar reads the arrivals: it is made, shown once, made anew and ended here. */
export function FeedDrawer({ feed, onClose }: FeedDrawerProps) {
  const { t, instant, name } = useLocale()
  const [secret, setSecret] = useState<string | null>(null)
  const change = useAction((make: boolean, options) => api.pipeline.setArrivalsFeed({ make }, options), {
    refresh: ['pipeline'],
  })
  const run = async (make: boolean) => {
    const done = await change.run(make)
    if (done) setSecret(done.data.key)
  }
  const address =
    secret === null
      ? null
      : `${serverAddress() || window.location.origin}${addressOf(contract.pipeline.arrivalsCalendar, { key: secret }).path}?language=${name('en', 'zh')}`
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text)
    showToast({ tone: 'success', text: t('Copied') })
  }
  return (
    <Drawer
      isOpen
      title={t('Calendar of arrivals')}
      onClose={onClose}
      actions={
        <>
          <Button
            intent="primary"
            loading={change.isRunning}
            text={feed ? t('Make a new address') : t('Make the address')}
            onClick={() => void run(true)}
          />
          {feed ? (
            <Button disabled={change.isRunning} text={t('End the address')} onClick={() => void run(false)} />
          ) : null}
        </>
      }
    >
      <Section>
        <p>
          {t(
            'A calendar (Google, Outlook, Apple) that subscribes to the address shows what is expected in India by site and week: boxes, pieces, CBM, no prices. Whoever has the address can read it without an account; a new one ends the one before.',
          )}
        </p>
        {address !== null && feed !== null ? (
          <>
            <Callout tone="good">{t('Copy it now: it is shown only here and only now.')}</Callout>
            <p className="pipeline-address">
              <code data-testid="feed-address">{address}</code>
            </p>
            <Button size="small" text={t('Copy')} onClick={() => void copy(address)} />
          </>
        ) : null}
        <Facts
          facts={[
            [t('Address made'), feed ? instant(feed.made_at) : null],
            [t('Last read by a calendar'), feed?.last_read_at ? instant(feed.last_read_at) : null],
          ]}
        />
      </Section>
    </Drawer>
  )
}
