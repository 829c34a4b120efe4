import { agentRuntime, optional, required } from '#lib/providers/definition.ts';

const AWS_REGIONS = [
  'us-east-1',
  'us-east-2',
  'us-west-1',
  'us-west-2',
  'ca-central-1',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'eu-west-3',
  'eu-north-1',
  'ap-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-northeast-3',
  'ap-southeast-1',
  'ap-southeast-2',
  'ap-southeast-3',
  'ap-southeast-4',
  'sa-east-1',
];

export const provider = agentRuntime({
  id: 'anthropic-aws',
  displayName: 'Claude Platform on AWS',
  color: '#d97757',
  availability: 'undeliverable',
  availabilityNote: 'Agent runtimes are only stored and listed; they deliver nothing.',
  docsLink: 'https://docs.aws.amazon.com/claude-platform/latest/userguide/setup.html',
  credentials: [
    required('region', 'AWS Region', {
      type: 'dropdown',
      options: AWS_REGIONS.map((value) => ({ name: value, value })),
    }),
    required('apiKey', 'AWS API Key'),
    required('externalWorkspaceId', 'Workspace ID'),
    optional('externalEnvironmentId', 'Environment ID'),
  ],
});
