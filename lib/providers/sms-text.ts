import { SegmentedMessage } from 'sms-segments-calculator';

/** Whether every character belongs to the GSM alphabet (GSM 03.38), for vendors whose requests must name the alphabet. */
export function isGsm7(text: string): boolean {
  return new SegmentedMessage(text).encodingName === 'GSM-7';
}
