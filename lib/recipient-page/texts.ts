/** The texts of the recipient's page. Each language has all of them. */
import type { Channel } from '#lib/providers/channel.ts';

export interface PageTexts {
  channels: Readonly<Record<Channel, string>>;
  title: string;
  why: string;
  /** @param sender the organization. */
  event: (sender: string, message: string, at: string) => string;
  topic: (topic: string) => string;
  chosen: (at: string) => string;
  notChosen: string;
  /** @param channels the names of the channels. Empty: all. */
  switchedOff: (at: string, channels: string) => string;
  /** Like `switchedOff`, for a choice after the message was sent. */
  switchedOffLater: (at: string, channels: string) => string;
  critical: (sender: string) => string;
  ended: string;
  /** @param channels the names of the channels on which the messages arrive. */
  received: (channels: string) => string;
  stop: string;
  stopped: string;
  resume: string;
  resumed: string;
  all: string;
  allHint: string;
  stopAll: string;
  stoppedAll: string;
  resumeAll: string;
  resumedAll: string;
  choices: string;
  save: string;
  saved: string;
  more: string;
  less: string;
  problems: Readonly<Record<PageProblem, readonly [title: string, text: string]>>;
}

/** The reason why there is no page. */
export type PageProblem = 'unknown' | 'expired' | 'preview' | 'deleted' | 'ended' | 'busy' | 'unreadable';
