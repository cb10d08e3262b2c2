/**
 * What Claude Code 2.1 of the Claude Agent SDK 0.3.330 sent on its control channel for five calls of one
 * message, recorded from the program with a scripted model: a `can_use_tool` request, and the input of
 * the hook after the call, where it ran. The home directory is changed.
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
    after: {
      session_id: '2bf8486d-a16b-44be-91b1-17d4b71a6764',
      transcript_path: '/home/me/.claude/projects/p/2bf8486d-a16b-44be-91b1-17d4b71a6764.jsonl',
      cwd: '/home/me/project',
      prompt_id: '7dc0b6d3-b6e3-48a7-bd2e-48c1d88b3315',
      permission_mode: 'default',
      effort: {
        level: 'medium',
      },
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: {
        command: 'echo edited >> log.txt',
        description: 'Writes',
      },
      tool_response: {
        stdout: '',
        stderr: '',
        interrupted: false,
        isImage: false,
        noOutputExpected: false,
      },
      tool_use_id: 'toolu_1',
      duration_ms: 125,
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
    after: {
      session_id: '2bf8486d-a16b-44be-91b1-17d4b71a6764',
      transcript_path: '/home/me/.claude/projects/p/2bf8486d-a16b-44be-91b1-17d4b71a6764.jsonl',
      cwd: '/home/me/project',
      prompt_id: '7dc0b6d3-b6e3-48a7-bd2e-48c1d88b3315',
      permission_mode: 'default',
      effort: {
        level: 'medium',
      },
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_input: {
        file_path: '/home/me/project/a.txt',
        content: 'hello',
      },
      tool_response: {
        type: 'create',
        filePath: '/home/me/project/a.txt',
        content: 'hello',
        structuredPatch: [],
        originalFile: null,
        userModified: false,
      },
      tool_use_id: 'toolu_2',
      duration_ms: 43,
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
    after: {
      session_id: '2bf8486d-a16b-44be-91b1-17d4b71a6764',
      transcript_path: '/home/me/.claude/projects/p/2bf8486d-a16b-44be-91b1-17d4b71a6764.jsonl',
      cwd: '/home/me/project',
      prompt_id: '7dc0b6d3-b6e3-48a7-bd2e-48c1d88b3315',
      permission_mode: 'default',
      effort: {
        level: 'medium',
      },
      hook_event_name: 'PostToolUse',
      tool_name: 'AskUserQuestion',
      tool_input: {
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
        answers: {
          'Which colour?': 'Green, but dark',
          'Which sizes?': 'S, L',
        },
      },
      tool_response: {
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
        answers: {
          'Which colour?': 'Green, but dark',
          'Which sizes?': 'S, L',
        },
      },
      tool_use_id: 'toolu_4',
      duration_ms: 1,
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
    after: {
      session_id: '2bf8486d-a16b-44be-91b1-17d4b71a6764',
      transcript_path: '/home/me/.claude/projects/p/2bf8486d-a16b-44be-91b1-17d4b71a6764.jsonl',
      cwd: '/home/me/project',
      prompt_id: '7dc0b6d3-b6e3-48a7-bd2e-48c1d88b3315',
      permission_mode: 'default',
      effort: {
        level: 'medium',
      },
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: {
        command: 'cat /nonexistent && touch x',
        description: 'fails',
      },
      tool_use_id: 'toolu_5',
      error: 'Exit code 1\ncat: /nonexistent: No such file or directory',
      is_interrupt: false,
      duration_ms: 188,
    },
  },
];
