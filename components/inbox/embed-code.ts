/** Code that shows the inbox in a page. */

export interface Embedding {
  /** The origin of this installation. */
  origin: string;
  applicationIdentifier: string;
  /** The subscriber in the code of the tag. In the other codes, the subscriber is a parameter. */
  subscriberId: string;
}

/** Returns the code by the name of its tab: one tab for each way to embed the inbox. */
export function embedCode(embedding: Embedding): Record<string, string> {
  return {
    'One tag': tag(embedding),
    React: react(embedding),
    Vue: vue(embedding),
    JavaScript: module(embedding),
  };
}

function tag({ origin, applicationIdentifier, subscriberId }: Embedding): string {
  return `<script type="module"
  src="${origin}/embed/belfry-inbox.js"></script>
<belfry-inbox
  application-identifier="${applicationIdentifier}"
  subscriber-id="${attributeText(subscriberId)}"
  subscriber-hash="HASH_FROM_YOUR_SERVER"
></belfry-inbox>`;
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function react({ origin, applicationIdentifier }: Embedding): string {
  return `// npm install @novu/react
import { Inbox } from '@novu/react';

export function Bell({ subscriberId, subscriberHash }) {
  return (
    <Inbox
      applicationIdentifier="${applicationIdentifier}"
      subscriber={subscriberId}
      subscriberHash={subscriberHash}
      backendUrl="${origin}/api"
      socketUrl="${origin}"
    />
  );
}`;
}

function vue(embedding: Embedding): string {
  return `<!-- npm install @novu/js -->
<script setup>
import { NovuUI } from '@novu/js/ui';
import { onBeforeUnmount, onMounted, useTemplateRef } from 'vue';

const { subscriberId, subscriberHash } = defineProps(['subscriberId', 'subscriberHash']);
const bell = useTemplateRef('bell');
let inbox;

onMounted(() => {
  inbox = ${indented(created(embedding), '  ')};
  inbox.mountComponent({ name: 'Inbox', element: bell.value });
});
onBeforeUnmount(() => inbox.unmountComponent(bell.value));
</script>

<template>
  <div ref="bell"></div>
</template>`;
}

function module(embedding: Embedding): string {
  return `// npm install @novu/js
import { NovuUI } from '@novu/js/ui';

export function showInbox(element, subscriberId, subscriberHash) {
  const inbox = ${indented(created(embedding), '  ')};
  inbox.mountComponent({ name: 'Inbox', element });
}`;
}

function created({ origin, applicationIdentifier }: Embedding): string {
  return `new NovuUI({
  options: {
    applicationIdentifier: '${applicationIdentifier}',
    subscriber: subscriberId,
    subscriberHash,
    backendUrl: '${origin}/api',
    socketUrl: '${origin}',
  },
})`;
}

function indented(code: string, by: string): string {
  return code.replaceAll('\n', `\n${by}`);
}
