/**
 * The `can_use_tool` requests that Claude Code 2.1 of the Claude Agent SDK 0.3.330 sent on its control
 * channel for five calls of one message, recorded from the program with a scripted model. The home
 * directory is changed.
 */
export const RECORDED = [
  {
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      display_name: 'Bash',
      input: {
        command: 'echo one >> log.txt',
        description: 'Writes',
      },
      description: 'Writes',
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [
            {
              toolName: 'Bash',
              ruleContent: 'echo one *',
            },
          ],
          behavior: 'allow',
          destination: 'localSettings',
        },
        {
          type: 'addDirectories',
          directories: ['/home/me/project'],
          destination: 'session',
        },
      ],
      blocked_path: '/home/me/project/log.txt',
      tool_use_id: 'toolu_1',
    },
  },
  {
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Write',
      display_name: 'Write',
      input: {
        file_path: '/home/me/project/a.txt',
        content: 'hello',
      },
      description: 'a.txt',
      permission_suggestions: [
        {
          type: 'setMode',
          mode: 'acceptEdits',
          destination: 'session',
        },
      ],
      tool_use_id: 'toolu_2',
    },
  },
  {
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      display_name: 'Bash',
      input: {
        command: 'rm -rf build',
        description: 'Removes',
      },
      description: 'Removes',
      permission_suggestions: [
        {
          type: 'addRules',
          rules: [
            {
              toolName: 'Bash',
              ruleContent: 'rm -rf build',
            },
          ],
          behavior: 'allow',
          destination: 'localSettings',
        },
        {
          type: 'addDirectories',
          directories: ['/home/me/project'],
          destination: 'session',
        },
        {
          type: 'setMode',
          mode: 'acceptEdits',
          destination: 'session',
        },
      ],
      blocked_path: '/home/me/project/build',
      tool_use_id: 'toolu_3',
    },
  },
  {
    request: {
      subtype: 'can_use_tool',
      tool_name: 'AskUserQuestion',
      display_name: 'AskUserQuestion',
      input: {
        questions: [
          {
            question: 'Which colour?',
            header: 'Colour',
            options: [
              {
                label: 'Red',
                description: 'warm',
              },
              {
                label: 'Blue',
                description: 'cold',
              },
            ],
            multiSelect: false,
          },
          {
            question: 'Which sizes?',
            header: 'Size',
            options: [
              {
                label: 'S',
                description: 'small',
              },
              {
                label: 'L',
                description: 'large',
              },
            ],
            multiSelect: true,
          },
        ],
      },
      tool_use_id: 'toolu_4',
      requires_user_interaction: true,
    },
  },
  {
    request: {
      subtype: 'can_use_tool',
      tool_name: 'Bash',
      display_name: 'Bash',
      input: {
        command: 'cat /nonexistent && touch x',
        description: 'fails',
      },
      description: 'fails',
      decision_reason_type: 'subcommandResults',
      tool_use_id: 'toolu_5',
    },
  },
];
