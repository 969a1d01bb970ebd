import { figure } from '../../kernel/figure.ts'
import { key } from '../../kernel/words.ts'

const prepare = key(
  'Production orders that wait for their size grid, fabric mapping or measurements, or to be made ready.',
)
const assign = key('Production orders that are ready and have no facility yet.')
const send = key('Production orders with facility and marker that are not sent for production yet.')
const marker = key('Production orders that are assigned and wait for their marker.')
const stopped = key('Production orders that were sent and wait for a decision.')

export const productionFigures = {
  inHouseToPrepare: figure('orders', key('In-house orders to prepare'), prepare),
  inHouseToAssign: figure('orders', key('In-house orders to assign'), assign),
  inHouseToSend: figure('orders', key('In-house orders to send'), send),
  inHouseStopped: figure('orders', key('In-house orders with production on hold'), stopped),
  outsourcedToPrepare: figure('orders', key('Outsourced orders to prepare'), prepare),
  outsourcedToAssign: figure('orders', key('Outsourced orders to assign'), assign),
  outsourcedToSend: figure('orders', key('Outsourced orders to send'), send),
  inHouseMarkers: figure('orders', key('In-house markers to make'), marker),
  outsourcedMarkers: figure('orders', key('Outsourced markers to make'), marker),
  outsourcedStopped: figure('orders', key('Outsourced orders with production on hold'), stopped),
} as const
