// Recorded by test/e2e/openapi/openapi-examples.e2e-spec.ts: npm run openapi:examples
import type { Example } from './example.js';

export const EXAMPLES: Readonly<Record<string, Example>> = {
  "getHealth": {
    "status": 200,
    "answer": {
      "status": "ok"
    }
  },
  "getReadiness": {
    "status": 200,
    "answer": {
      "status": "ok"
    }
  },
  "listProjects": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "key": "PRO",
        "name": "Project",
        "description": null,
        "status": "active",
        "teamId": null,
        "taskCount": 5,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createProject": {
    "body": {
      "name": "Website",
      "key": "WEB"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "key": "WEB",
      "name": "Website",
      "description": null,
      "status": "active",
      "teamId": null,
      "taskCount": 0,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "key": "PRO",
      "name": "Project",
      "description": null,
      "status": "active",
      "teamId": null,
      "taskCount": 5,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "members": [
        {
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Olga Owner",
          "role": "lead"
        }
      ],
      "watchLevel": "participating"
    }
  },
  "updateProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "description": "What visitors see"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "key": "PRO",
      "name": "Project",
      "description": "What visitors see",
      "status": "active",
      "teamId": null,
      "taskCount": 5,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "archiveProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "key": "PRO",
      "name": "Project",
      "description": null,
      "status": "archived",
      "teamId": null,
      "taskCount": 5,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "unarchiveProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "key": "PRO",
      "name": "Project",
      "description": null,
      "status": "active",
      "teamId": null,
      "taskCount": 5,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "setProjectMember": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "userId": "019df252-5b80-7000-8000-000000000002"
    },
    "body": {
      "role": "lead"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "name": "Max Member",
      "role": "lead"
    }
  },
  "removeProjectMember": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "userId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 204
  },
  "watchProject": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "level": "all"
    },
    "status": 200,
    "answer": {
      "level": "all"
    }
  },
  "listTasks": {
    "query": {
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "sortBy": "rank",
      "sortOrder": "asc"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "tid": "PRO-1",
        "title": "Task",
        "description": null,
        "status": "Backlog",
        "priority": "None",
        "estimatedHours": null,
        "loggedHours": 1,
        "projectId": "019df252-5b80-7000-8000-000000000001",
        "assigneeId": null,
        "delegateId": null,
        "sprintId": null,
        "epicId": null,
        "parentId": null,
        "dueDate": null,
        "rank": "f000001",
        "isBlocked": false,
        "createdById": "019df252-5b80-7000-8000-000000000003",
        "completedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000004",
        "tid": "PRO-2",
        "title": "Delegated",
        "description": null,
        "status": "In Progress",
        "priority": "None",
        "estimatedHours": null,
        "loggedHours": null,
        "projectId": "019df252-5b80-7000-8000-000000000001",
        "assigneeId": null,
        "delegateId": "019df252-5b80-7000-8000-000000000005",
        "sprintId": null,
        "epicId": null,
        "parentId": null,
        "dueDate": null,
        "rank": "f000002",
        "isBlocked": false,
        "createdById": "019df252-5b80-7000-8000-000000000003",
        "completedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000006",
        "tid": "PRO-3",
        "title": "Another task",
        "description": null,
        "status": "Backlog",
        "priority": "None",
        "estimatedHours": null,
        "loggedHours": null,
        "projectId": "019df252-5b80-7000-8000-000000000001",
        "assigneeId": null,
        "delegateId": null,
        "sprintId": null,
        "epicId": null,
        "parentId": null,
        "dueDate": null,
        "rank": "f000003",
        "isBlocked": false,
        "createdById": "019df252-5b80-7000-8000-000000000003",
        "completedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createTask": {
    "body": {
      "title": "Write the release notes",
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "status": "To Do",
      "priority": "High",
      "assigneeId": "019df252-5b80-7000-8000-000000000002",
      "labelIds": [
        "019df252-5b80-7000-8000-000000000003"
      ],
      "estimatedHours": 3,
      "dueDate": "2026-05-04T09:30:00.000Z"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000004",
      "tid": "PRO-6",
      "title": "Write the release notes",
      "description": null,
      "status": "To Do",
      "priority": "High",
      "estimatedHours": 3,
      "loggedHours": null,
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "assigneeId": "019df252-5b80-7000-8000-000000000002",
      "delegateId": null,
      "sprintId": null,
      "epicId": null,
      "parentId": null,
      "dueDate": "2026-05-04T09:30:00.000Z",
      "rank": "f000006",
      "createdById": "019df252-5b80-7000-8000-000000000005",
      "completedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "isBlocked": false
    }
  },
  "bulkUpdateTasks": {
    "body": {
      "ids": [
        "019df252-5b80-7000-8000-000000000001",
        "019df252-5b80-7000-8000-000000000002"
      ],
      "set": {
        "priority": "Urgent"
      }
    },
    "status": 200,
    "answer": {
      "updated": 2,
      "tasks": [
        {
          "id": "019df252-5b80-7000-8000-000000000001",
          "tid": "PRO-1",
          "title": "Task",
          "description": null,
          "status": "Backlog",
          "priority": "Urgent",
          "estimatedHours": null,
          "loggedHours": 1,
          "projectId": "019df252-5b80-7000-8000-000000000003",
          "assigneeId": null,
          "delegateId": null,
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000001",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000004",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z"
        },
        {
          "id": "019df252-5b80-7000-8000-000000000002",
          "tid": "PRO-3",
          "title": "Another task",
          "description": null,
          "status": "Backlog",
          "priority": "Urgent",
          "estimatedHours": null,
          "loggedHours": null,
          "projectId": "019df252-5b80-7000-8000-000000000003",
          "assigneeId": null,
          "delegateId": null,
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000003",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000004",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z"
        }
      ]
    }
  },
  "bulkCreateTasks": {
    "body": {
      "tasks": [
        {
          "title": "Borrow tables",
          "projectId": "019df252-5b80-7000-8000-000000000001"
        },
        {
          "title": "Book a band",
          "projectId": "019df252-5b80-7000-8000-000000000001"
        }
      ]
    },
    "status": 201,
    "answer": {
      "tasks": [
        {
          "id": "019df252-5b80-7000-8000-000000000002",
          "tid": "PRO-6",
          "title": "Borrow tables",
          "description": null,
          "status": "Backlog",
          "priority": "None",
          "estimatedHours": null,
          "loggedHours": null,
          "projectId": "019df252-5b80-7000-8000-000000000001",
          "assigneeId": null,
          "delegateId": null,
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000006",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000003",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z"
        },
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "tid": "PRO-7",
          "title": "Book a band",
          "description": null,
          "status": "Backlog",
          "priority": "None",
          "estimatedHours": null,
          "loggedHours": null,
          "projectId": "019df252-5b80-7000-8000-000000000001",
          "assigneeId": null,
          "delegateId": null,
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000007",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000003",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z"
        }
      ]
    }
  },
  "bulkDeleteTasks": {
    "body": {
      "ids": [
        "019df252-5b80-7000-8000-000000000001",
        "019df252-5b80-7000-8000-000000000002"
      ]
    },
    "status": 200,
    "answer": {
      "deleted": 2
    }
  },
  "getTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "tid": "PRO-1",
      "title": "Task",
      "description": null,
      "status": "Backlog",
      "priority": "None",
      "estimatedHours": null,
      "loggedHours": 1,
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "assigneeId": null,
      "delegateId": null,
      "sprintId": null,
      "epicId": null,
      "parentId": null,
      "dueDate": null,
      "rank": "f000001",
      "isBlocked": false,
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "completedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "labels": [],
      "watching": true,
      "delegate": null,
      "work": null,
      "attachments": [
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "taskId": "019df252-5b80-7000-8000-000000000001",
          "name": "notes.txt",
          "size": 5,
          "contentType": "text/plain",
          "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
          "state": "ready",
          "authorId": "019df252-5b80-7000-8000-000000000003",
          "author": {
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Olga Owner"
          },
          "createdAt": "2026-05-04T09:30:00.000Z",
          "url": "/api/attachments/019df252-5b80-7000-8000-000000000004/content",
          "uploadUrl": null
        },
        {
          "id": "019df252-5b80-7000-8000-000000000005",
          "taskId": "019df252-5b80-7000-8000-000000000001",
          "name": "pixel.gif",
          "size": 42,
          "contentType": "image/gif",
          "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
          "state": "ready",
          "authorId": "019df252-5b80-7000-8000-000000000003",
          "author": {
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Olga Owner"
          },
          "createdAt": "2026-05-04T09:30:00.000Z",
          "url": "/api/attachments/019df252-5b80-7000-8000-000000000005/content",
          "uploadUrl": null
        }
      ],
      "mentions": [],
      "external": [],
      "mutes": [],
      "assignee": null
    }
  },
  "updateTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "status": "Done"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "tid": "PRO-1",
      "title": "Task",
      "description": null,
      "status": "Done",
      "priority": "None",
      "estimatedHours": null,
      "loggedHours": 1,
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "assigneeId": null,
      "delegateId": null,
      "sprintId": null,
      "epicId": null,
      "parentId": null,
      "dueDate": null,
      "rank": "f000001",
      "isBlocked": false,
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "completedAt": "2026-05-04T09:30:00.000Z",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "moveTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "afterId": "019df252-5b80-7000-8000-000000000002",
      "status": "In Progress"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "tid": "PRO-1",
      "title": "Task",
      "description": null,
      "status": "In Progress",
      "priority": "None",
      "estimatedHours": null,
      "loggedHours": 1,
      "projectId": "019df252-5b80-7000-8000-000000000003",
      "assigneeId": null,
      "delegateId": null,
      "sprintId": null,
      "epicId": null,
      "parentId": null,
      "dueDate": null,
      "rank": "f000003V",
      "isBlocked": false,
      "createdById": "019df252-5b80-7000-8000-000000000004",
      "completedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "listTaskActivity": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "at": "2026-05-04T09:30:00.000Z",
        "actor": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "event": "task.updated",
        "changes": {
          "attachments": {
            "added": [
              {
                "id": "019df252-5b80-7000-8000-000000000004",
                "name": "pixel.gif"
              }
            ]
          }
        }
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "at": "2026-05-04T09:30:00.000Z",
        "actor": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "event": "task.updated",
        "changes": {
          "loggedHours": {
            "from": null,
            "to": 1
          }
        }
      },
      {
        "id": "019df252-5b80-7000-8000-000000000006",
        "at": "2026-05-04T09:30:00.000Z",
        "actor": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "event": "task.updated",
        "changes": {
          "attachments": {
            "added": [
              {
                "id": "019df252-5b80-7000-8000-000000000007",
                "name": "notes.txt"
              }
            ]
          }
        }
      }
    ]
  },
  "listTaskBlockers": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "tid": "PRO-3",
        "title": "Another task",
        "description": null,
        "status": "Backlog",
        "priority": "None",
        "estimatedHours": null,
        "loggedHours": null,
        "projectId": "019df252-5b80-7000-8000-000000000003",
        "assigneeId": null,
        "delegateId": null,
        "sprintId": null,
        "epicId": null,
        "parentId": null,
        "dueDate": null,
        "rank": "f000003",
        "isBlocked": false,
        "createdById": "019df252-5b80-7000-8000-000000000004",
        "completedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "addTaskBlocker": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "taskId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "tid": "PRO-3",
      "title": "Another task",
      "description": null,
      "status": "Backlog",
      "priority": "None",
      "estimatedHours": null,
      "loggedHours": null,
      "projectId": "019df252-5b80-7000-8000-000000000003",
      "assigneeId": null,
      "delegateId": null,
      "sprintId": null,
      "epicId": null,
      "parentId": null,
      "dueDate": null,
      "rank": "f000003",
      "isBlocked": false,
      "createdById": "019df252-5b80-7000-8000-000000000004",
      "completedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "listBlockedTasks": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": []
  },
  "removeTaskBlocker": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 204
  },
  "listFilterFields": {
    "status": 200,
    "answer": [
      {
        "name": "project",
        "aliases": [],
        "type": "reference",
        "operators": [
          "=",
          "!=",
          "in"
        ],
        "values": null,
        "description": "The project of the task: key, name or id",
        "example": "project = WEB"
      },
      {
        "name": "team",
        "aliases": [],
        "type": "reference",
        "operators": [
          "=",
          "!=",
          "in"
        ],
        "values": null,
        "description": "The team of the task's project: name or id",
        "example": "team = Design"
      },
      {
        "name": "tid",
        "aliases": [
          "id",
          "key"
        ],
        "type": "reference",
        "operators": [
          "=",
          "!=",
          "in"
        ],
        "values": null,
        "description": "The task itself, by tid or id",
        "example": "tid in (WEB-12, WEB-13)"
      }
    ]
  },
  "checkFilter": {
    "body": {
      "filter": "is:open priority:High"
    },
    "status": 200,
    "answer": {
      "filter": "not done and priority = High",
      "tasks": 0
    }
  },
  "groupTasks": {
    "query": {
      "by": "status,assignee"
    },
    "status": 200,
    "answer": [
      {
        "keys": [
          {
            "id": "Backlog",
            "name": "Backlog"
          },
          {
            "id": null,
            "name": null
          }
        ],
        "tasks": 3,
        "done": 0,
        "estimatedHours": 0,
        "loggedHours": 1,
        "remainingHours": 0
      },
      {
        "keys": [
          {
            "id": "In Progress",
            "name": "In Progress"
          },
          {
            "id": null,
            "name": null
          }
        ],
        "tasks": 2,
        "done": 0,
        "estimatedHours": 0,
        "loggedHours": 0,
        "remainingHours": 0
      }
    ]
  },
  "muteTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "note": "It waits for the fair"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "until": null,
      "colleagueId": null,
      "rule": null,
      "note": "It waits for the fair",
      "by": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "createdAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "unmuteTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listTaskWatchers": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Ada Admin",
        "reasons": [
          "commented"
        ]
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner",
        "reasons": [
          "creator",
          "commented"
        ]
      }
    ]
  },
  "watchTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "watching": true,
      "reasons": [
        "creator",
        "commented",
        "chosen"
      ]
    }
  },
  "unwatchTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "register": {
    "body": {
      "companyName": "Lighthouse",
      "name": "Mia Berg",
      "email": "mia@example.com",
      "password": "correct horse battery"
    },
    "status": 201,
    "answer": {
      "user": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "mia@example.com",
        "name": "Mia Berg",
        "role": "OWNER",
        "active": true,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlkZjI1MiJ9.c2lnbmF0dXJl"
    }
  },
  "login": {
    "body": {
      "email": "owner@example.com",
      "password": "correct horse battery"
    },
    "status": 200,
    "answer": {
      "user": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "owner@example.com",
        "name": "Olga Owner",
        "role": "OWNER"
      },
      "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlkZjI1MiJ9.c2lnbmF0dXJl"
    }
  },
  "requestPasswordReset": {
    "body": {
      "email": "owner@example.com"
    },
    "status": 202,
    "answer": {}
  },
  "confirmPasswordReset": {
    "body": {
      "token": "c2VjcmV0LXRva2VuLW9mLWEtbWFpbC0wMTIzNDU2Nzg5",
      "password": "better horse battery"
    },
    "status": 204
  },
  "removeSecondFactor": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "getMe": {
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "email": "owner@example.com",
      "name": "Olga Owner",
      "role": "OWNER",
      "active": true,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "timezone": "UTC",
      "away": null,
      "company": {
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Company 1"
      },
      "agent": null
    }
  },
  "updateMe": {
    "body": {
      "name": "Mia Berg"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "email": "owner@example.com",
      "name": "Mia Berg",
      "role": "OWNER",
      "active": true,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "timezone": "UTC",
      "away": null,
      "company": {
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Company 1"
      },
      "agent": null
    }
  },
  "changePassword": {
    "body": {
      "currentPassword": "correct horse battery",
      "newPassword": "better horse battery"
    },
    "status": 200,
    "answer": {
      "token": "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlkZjI1MiJ9.c2lnbmF0dXJl"
    }
  },
  "listMySessions": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "lastSeenAt": "2026-05-04T09:30:00.000Z",
        "ip": "127.0.0.1",
        "userAgent": "node",
        "method": "password",
        "current": false
      }
    ]
  },
  "endMyOtherSessions": {
    "status": 204
  },
  "endMySession": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "beginPasskeySession": {
    "status": 200,
    "answer": {
      "rpId": "service.example.com",
      "challenge": "Y2hhbGxlbmdlLW9mLWEtcGFzc2tleS0wMTIzNDU2Nzg5",
      "timeout": 300000,
      "userVerification": "required"
    }
  },
  "createPasskeySession": {
    "body": {
      "response": {
        "id": "cGFzc2tleS1vZi1hLXBob25l",
        "rawId": "cGFzc2tleS1vZi1hLXBob25l",
        "type": "public-key",
        "response": {
          "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
          "authenticatorData": "YXV0aGVudGljYXRvci1kYXRh",
          "signature": "c2lnbmF0dXJlLW9mLWEtcGFzc2tleQ",
          "userHandle": "dXNlci1oYW5kbGU"
        },
        "clientExtensionResults": {}
      }
    },
    "status": 200,
    "answer": {
      "user": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "owner@example.com",
        "name": "Olga Owner",
        "role": "OWNER"
      }
    }
  },
  "listMyPasskeys": {
    "status": 200,
    "answer": []
  },
  "addPasskey": {
    "body": {
      "name": "Phone",
      "response": {
        "id": "cGFzc2tleS1vZi1hLXBob25l",
        "rawId": "cGFzc2tleS1vZi1hLXBob25l",
        "type": "public-key",
        "response": {
          "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
          "attestationObject": "o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ",
          "transports": [
            "internal"
          ]
        },
        "clientExtensionResults": {}
      }
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Phone",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "lastUsedAt": null,
      "synced": false
    }
  },
  "beginPasskey": {
    "body": {
      "password": "correct horse battery"
    },
    "status": 200,
    "answer": {
      "challenge": "Y2hhbGxlbmdlLW9mLWEtcGFzc2tleS0wMTIzNDU2Nzg5",
      "rp": {
        "name": "Project Management",
        "id": "service.example.com"
      },
      "user": {
        "id": "c2VjcmV0LXRva2VuLW9mLWEtbWFpbC0wMTIzNDU2Nzg5",
        "name": "owner@example.com",
        "displayName": "Olga Owner"
      },
      "pubKeyCredParams": [
        {
          "alg": -48,
          "type": "public-key"
        },
        {
          "alg": -8,
          "type": "public-key"
        },
        {
          "alg": -7,
          "type": "public-key"
        }
      ],
      "timeout": 300000,
      "attestation": "none",
      "excludeCredentials": [],
      "authenticatorSelection": {
        "residentKey": "required",
        "userVerification": "required",
        "requireResidentKey": true
      },
      "extensions": {
        "credProps": true
      },
      "hints": []
    }
  },
  "updatePasskey": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "name": "Work phone"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Work phone",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "lastUsedAt": null,
      "synced": false
    }
  },
  "removePasskey": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "password": "correct horse battery"
    },
    "status": 204
  },
  "createSession": {
    "body": {
      "email": "owner@example.com",
      "password": "correct horse battery"
    },
    "status": 200,
    "answer": {
      "user": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "owner@example.com",
        "name": "Olga Owner",
        "role": "OWNER"
      }
    }
  },
  "getSession": {
    "status": 200,
    "answer": {
      "user": null,
      "registration": "open",
      "aiCheck": true
    }
  },
  "deleteSession": {
    "status": 204
  },
  "getTotp": {
    "status": 200,
    "answer": {
      "active": false
    }
  },
  "setUpTotp": {
    "body": {
      "password": "correct horse battery"
    },
    "status": 200,
    "answer": {
      "secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP",
      "uri": "otpauth://totp/Project%20Management:owner%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Project%20Management&algorithm=SHA1&digits=6&period=30"
    }
  },
  "removeTotp": {
    "body": {
      "password": "correct horse battery",
      "code": "123456"
    },
    "status": 204
  },
  "confirmTotp": {
    "body": {
      "code": "123456"
    },
    "status": 200,
    "answer": {
      "recoveryCodes": [
        "k3v7q-2mzpd-w6tyf-hn4cs",
        "k3v7q-2mzpd-w6tyf-hn4cs",
        "k3v7q-2mzpd-w6tyf-hn4cs"
      ]
    }
  },
  "renewRecoveryCodes": {
    "body": {
      "password": "correct horse battery",
      "code": "123456"
    },
    "status": 200,
    "answer": {
      "recoveryCodes": [
        "k3v7q-2mzpd-w6tyf-hn4cs",
        "k3v7q-2mzpd-w6tyf-hn4cs",
        "k3v7q-2mzpd-w6tyf-hn4cs"
      ]
    }
  },
  "listUserSessions": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": []
  },
  "endUserSessions": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listAuditLog": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "position": 18,
        "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "at": "2026-05-04T09:30:00.000Z",
        "action": "key.created",
        "actor": {
          "type": "user",
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Olga Owner",
          "email": "owner@example.com"
        },
        "apiKeyId": null,
        "ip": "127.0.0.1",
        "userAgent": "node",
        "target": {
          "type": "key",
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Otto's key"
        },
        "changes": {
          "colleagueId": {
            "from": null,
            "to": "019df252-5b80-7000-8000-000000000004"
          },
          "name": {
            "from": null,
            "to": "Otto's key"
          }
        },
        "outcome": "success",
        "traceId": "0123456789abcdef0123456789abcdef"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "position": 17,
        "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "at": "2026-05-04T09:30:00.000Z",
        "action": "colleague.created",
        "actor": {
          "type": "user",
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Olga Owner",
          "email": "owner@example.com"
        },
        "apiKeyId": null,
        "ip": "127.0.0.1",
        "userAgent": "node",
        "target": {
          "type": "colleague",
          "id": "019df252-5b80-7000-8000-000000000004",
          "name": "Otto"
        },
        "changes": {
          "name": {
            "from": null,
            "to": "Otto"
          },
          "role": {
            "from": null,
            "to": "agent"
          }
        },
        "outcome": "success",
        "traceId": "0123456789abcdef0123456789abcdef"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000006",
        "position": 16,
        "hash": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "at": "2026-05-04T09:30:00.000Z",
        "action": "key.created",
        "actor": {
          "type": "user",
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Olga Owner",
          "email": "owner@example.com"
        },
        "apiKeyId": null,
        "ip": "127.0.0.1",
        "userAgent": "node",
        "target": {
          "type": "key",
          "id": "019df252-5b80-7000-8000-000000000007",
          "name": "Otto's key"
        },
        "changes": {
          "colleagueId": {
            "from": null,
            "to": "019df252-5b80-7000-8000-000000000008"
          },
          "name": {
            "from": null,
            "to": "Otto's key"
          }
        },
        "outcome": "success",
        "traceId": "0123456789abcdef0123456789abcdef"
      }
    ]
  },
  "listMyIdentities": {
    "status": 200,
    "answer": []
  },
  "linkIdentity": {
    "body": {
      "password": "correct horse battery"
    },
    "status": 200,
    "answer": {
      "url": "https://idp.example.com/authorize?response_type=code&redirect_uri=https%3A%2F%2Fservice.example.com%2Fsign-in%2Fsso&scope=openid+email+profile&state=c2VjcmV0LXRva2VuLW9mLWEtYnJvd3Nlci0wMTIzNDU2Nz&nonce=c2VjcmV0LXRva2VuLW9mLWEtYnJvd3Nlci0wMTIzNDU2Nz&code_challenge=c2VjcmV0LXRva2VuLW9mLWEtYnJvd3Nlci0wMTIzNDU2Nz&code_challenge_method=S256&client_id=the+service"
    }
  },
  "removeIdentity": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "password": "correct horse battery"
    },
    "status": 204
  },
  "getSingleSignOn": {
    "status": 200,
    "answer": {
      "issuer": "https://idp.example.com",
      "clientId": "projects",
      "clientSecret": "***",
      "domains": [],
      "autoProvision": false,
      "defaultRole": "MEMBER",
      "roleClaim": null,
      "roleMap": {},
      "trustEmail": "verified",
      "required": false,
      "enabled": false
    }
  },
  "putSingleSignOn": {
    "body": {
      "issuer": "https://idp.example.com",
      "clientId": "projects",
      "clientSecret": "secret",
      "domains": [
        "corp.example"
      ]
    },
    "status": 200,
    "answer": {
      "issuer": "https://idp.example.com",
      "clientId": "projects",
      "clientSecret": "***",
      "domains": [
        {
          "name": "corp.example",
          "verified": false,
          "record": {
            "type": "TXT",
            "name": "_project-management.corp.example",
            "value": "project-management-verification=c2VjcmV0LW9mLWEtZG9tYWluLTAxMjM0NTY3"
          }
        }
      ],
      "autoProvision": false,
      "defaultRole": "MEMBER",
      "roleClaim": null,
      "roleMap": {},
      "trustEmail": "verified",
      "required": false,
      "enabled": false
    }
  },
  "removeSingleSignOn": {
    "status": 204
  },
  "testSingleSignOn": {
    "status": 200,
    "answer": {
      "ok": true,
      "issuer": "https://idp.example.com",
      "problems": []
    }
  },
  "verifyDomain": {
    "path": {
      "name": "019df252-5b80-7000-8000-000000000001.example"
    },
    "status": 200,
    "answer": {
      "issuer": "https://idp.example.com",
      "clientId": "the service",
      "clientSecret": "***",
      "domains": [
        {
          "name": "019df252-5b80-7000-8000-000000000001.example",
          "verified": true,
          "record": {
            "type": "TXT",
            "name": "_project-management.019df252-5b80-7000-8000-000000000001.example",
            "value": "project-management-verification=c2VjcmV0LW9mLWEtZG9tYWluLTAxMjM0NTY3"
          }
        }
      ],
      "autoProvision": false,
      "defaultRole": "MEMBER",
      "roleClaim": null,
      "roleMap": {},
      "trustEmail": "verified",
      "required": false,
      "enabled": false
    }
  },
  "startSingleSignOn": {
    "body": {
      "email": "mia@corp.example"
    },
    "status": 200,
    "answer": {
      "url": null
    }
  },
  "finishSingleSignOn": {
    "body": {
      "code": "0123456789abcdef0123456789abcdef",
      "state": "c2VjcmV0LXRva2VuLW9mLWEtbWFpbC0wMTIzNDU2Nzg5",
      "iss": "https://idp.example.com"
    },
    "status": 200,
    "answer": {
      "user": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "owner@example.com",
        "name": "Olga Owner",
        "role": "OWNER"
      }
    }
  },
  "createScimToken": {
    "status": 201,
    "answer": {
      "token": "svc_scim_c2VjcmV0LXRva2VuLW9mLWEtZGlyZWN0b3J5LTAxMjM"
    }
  },
  "revokeScimToken": {
    "status": 204
  },
  "getCompany": {
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Company 1",
      "requireSecondFactor": false,
      "files": {
        "bytes": 7276,
        "limit": 10737418240
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateCompany": {
    "body": {
      "name": "Lighthouse"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Lighthouse",
      "requireSecondFactor": false,
      "files": {
        "bytes": 7276,
        "limit": 10737418240
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteCompany": {
    "body": {
      "name": "Lighthouse",
      "password": "correct horse battery"
    },
    "status": 202,
    "answer": {}
  },
  "listUsers": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "email": "owner@example.com",
        "name": "Olga Owner",
        "role": "OWNER",
        "active": true,
        "secondFactor": null,
        "lastSignInAt": "2026-05-04T09:30:00.000Z",
        "away": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "email": "admin@example.com",
        "name": "Ada Admin",
        "role": "ADMIN",
        "active": true,
        "secondFactor": null,
        "lastSignInAt": "2026-05-04T09:30:00.000Z",
        "away": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "email": "member@example.com",
        "name": "Max Member",
        "role": "MEMBER",
        "active": true,
        "secondFactor": null,
        "lastSignInAt": "2026-05-04T09:30:00.000Z",
        "away": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createUser": {
    "body": {
      "email": "jon@example.com",
      "name": "Jon Dahl",
      "role": "MEMBER"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "email": "jon@example.com",
      "name": "Jon Dahl",
      "role": "MEMBER",
      "active": true,
      "secondFactor": null,
      "lastSignInAt": null,
      "away": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getUser": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "email": "member@example.com",
      "name": "Max Member",
      "role": "MEMBER",
      "active": true,
      "secondFactor": null,
      "lastSignInAt": "2026-05-04T09:30:00.000Z",
      "away": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateUser": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "role": "ADMIN"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "email": "member@example.com",
      "name": "Max Member",
      "role": "ADMIN",
      "active": true,
      "secondFactor": null,
      "lastSignInAt": "2026-05-04T09:30:00.000Z",
      "away": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "eraseUser": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 202,
    "answer": {}
  },
  "listApiKeys": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Key",
        "prefix": "svc_live_0123",
        "userId": "019df252-5b80-7000-8000-000000000002",
        "colleagueId": null,
        "requestCount": 0,
        "lastUsedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "revokedAt": null
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Otto's key",
        "prefix": "svc_live_0123",
        "userId": "019df252-5b80-7000-8000-000000000002",
        "colleagueId": "019df252-5b80-7000-8000-000000000004",
        "requestCount": 1,
        "lastUsedAt": "2026-05-04T09:30:00.000Z",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "revokedAt": null
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "name": "Otto's key",
        "prefix": "svc_live_0123",
        "userId": "019df252-5b80-7000-8000-000000000002",
        "colleagueId": "019df252-5b80-7000-8000-000000000006",
        "requestCount": 1,
        "lastUsedAt": "2026-05-04T09:30:00.000Z",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "revokedAt": null
      }
    ]
  },
  "createApiKey": {
    "body": {
      "name": "Nightly export"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Nightly export",
      "colleagueId": null,
      "prefix": "svc_live_0123",
      "key": "svc_live_0123456789ABCDEFGHIJKLMNOPQRSTUV",
      "createdAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getApiKeyUsage": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "requestCount": 0,
      "recentRequests": [],
      "endpoints": []
    }
  },
  "revokeApiKey": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listTeams": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Team",
        "description": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z",
        "members": []
      }
    ]
  },
  "createTeam": {
    "body": {
      "name": "Web",
      "description": "Who builds the website"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Web",
      "description": "Who builds the website",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "members": []
    }
  },
  "getTeam": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Team",
      "description": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "members": []
    }
  },
  "updateTeam": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "name": "Website"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Website",
      "description": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "members": []
    }
  },
  "deleteTeam": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "addTeamMember": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "userId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "name": "Max Member",
      "role": "MEMBER"
    }
  },
  "removeTeamMember": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "userId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 204
  },
  "listAttachments": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "name": "notes.txt",
        "size": 5,
        "contentType": "text/plain",
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "state": "ready",
        "authorId": "019df252-5b80-7000-8000-000000000003",
        "author": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "createdAt": "2026-05-04T09:30:00.000Z",
        "url": "/api/attachments/019df252-5b80-7000-8000-000000000002/content",
        "uploadUrl": null
      },
      {
        "id": "019df252-5b80-7000-8000-000000000004",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "name": "pixel.gif",
        "size": 42,
        "contentType": "image/gif",
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "state": "ready",
        "authorId": "019df252-5b80-7000-8000-000000000003",
        "author": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "createdAt": "2026-05-04T09:30:00.000Z",
        "url": "/api/attachments/019df252-5b80-7000-8000-000000000004/content",
        "uploadUrl": null
      }
    ]
  },
  "createAttachment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "name": "minutes.md",
      "size": 1204,
      "contentType": "text/markdown"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "taskId": "019df252-5b80-7000-8000-000000000001",
      "name": "minutes.md",
      "size": 1204,
      "contentType": "text/markdown",
      "sha256": null,
      "state": "waiting",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "url": "/api/attachments/019df252-5b80-7000-8000-000000000002/content",
      "uploadUrl": "/api/attachments/019df252-5b80-7000-8000-000000000002/content"
    }
  },
  "getAttachment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "name": "notes.txt",
      "size": 5,
      "contentType": "text/plain",
      "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "state": "ready",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "url": "/api/attachments/019df252-5b80-7000-8000-000000000001/content",
      "uploadUrl": null
    }
  },
  "updateAttachment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "name": "Notes of Monday.txt"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "name": "Notes of Monday.txt",
      "size": 5,
      "contentType": "text/plain",
      "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "state": "ready",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "url": "/api/attachments/019df252-5b80-7000-8000-000000000001/content",
      "uploadUrl": null
    }
  },
  "deleteAttachment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "sendAttachmentContent": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "name": "notes.txt",
      "size": 5,
      "contentType": "text/plain",
      "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "state": "ready",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "url": "/api/attachments/019df252-5b80-7000-8000-000000000001/content",
      "uploadUrl": null
    }
  },
  "getAttachmentContent": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200
  },
  "getAttachmentPreview": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "query": {
      "size": "320"
    },
    "status": 200
  },
  "getAttachmentLink": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "url": "https://service.example.com/api/files/019df252-5b80-7000-8000-000000000001?expires=1777887000&user=019df252-5b80-7000-8000-000000000002&signature=c2lnbmF0dXJlLW9mLWEtbGluay10by1hLWZpbGUtMDE",
      "expiresAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getSharedFile": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "query": {
      "expires": "1777887000",
      "user": "019df252-5b80-7000-8000-000000000002",
      "signature": "c2lnbmF0dXJlLW9mLWEtcGFzc2tleQ"
    },
    "status": 200
  },
  "listExports": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "projectId": "019df252-5b80-7000-8000-000000000002",
        "state": "ready",
        "bytes": 7276,
        "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "progress": {
          "done": 23,
          "total": 23
        },
        "createdById": "019df252-5b80-7000-8000-000000000003",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "expiresAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createExport": {
    "body": {
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "files": false
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "state": "running",
      "bytes": null,
      "sha256": null,
      "progress": {
        "done": 0,
        "total": 0
      },
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "expiresAt": null
    }
  },
  "getExport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "state": "ready",
      "bytes": 7276,
      "sha256": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
      "progress": {
        "done": 23,
        "total": 23
      },
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "expiresAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteExport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "getExportContent": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200
  },
  "listImports": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "source": "csv",
        "state": "waiting",
        "name": "Sheet",
        "projectId": "019df252-5b80-7000-8000-000000000002",
        "report": null,
        "mapping": {
          "people": {},
          "statuses": {},
          "priorities": {}
        },
        "options": {},
        "progress": {
          "done": 0,
          "total": 0
        },
        "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
        "createdById": "019df252-5b80-7000-8000-000000000003",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "startedAt": null,
        "finishedAt": null,
        "error": null
      }
    ]
  },
  "createImport": {
    "body": {
      "source": "jira_csv",
      "name": "Our Jira",
      "project": {
        "name": "Shop",
        "key": "SHOP"
      },
      "options": {
        "timezone": "Europe/Berlin"
      }
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "jira_csv",
      "state": "waiting",
      "name": "Our Jira",
      "projectId": null,
      "report": null,
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {
        "timezone": "Europe/Berlin"
      },
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000002",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "getImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "waiting",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": null,
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "updateImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "options": {
        "timezone": "Europe/Berlin"
      }
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "waiting",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": null,
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {
        "timezone": "Europe/Berlin"
      },
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "deleteImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "uploadImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": "id,title,status\nWEB-1,Write the release notes,To Do\n",
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "waiting",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": null,
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "checkImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "checking",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": null,
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "startImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "running",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": {
        "counts": {
          "tasks": {
            "created": 1,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "comments": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "labels": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "epics": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "sprints": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "people": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "links": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "files": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          }
        },
        "people": [],
        "statuses": [],
        "priorities": [],
        "fields": [
          {
            "name": "id",
            "values": 1,
            "becomes": "id"
          },
          {
            "name": "title",
            "values": 1,
            "becomes": "title"
          }
        ],
        "problems": [],
        "problemsTotal": 0,
        "kept": []
      },
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 0,
        "total": 0
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": "2026-05-04T09:30:00.000Z",
      "finishedAt": null,
      "error": null
    }
  },
  "stopImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "stopping",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": {
        "counts": {
          "tasks": {
            "created": 1,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "comments": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "labels": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "epics": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "sprints": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "people": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "links": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "files": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          }
        },
        "people": [],
        "statuses": [],
        "priorities": [],
        "fields": [
          {
            "name": "id",
            "values": 1,
            "becomes": "id"
          },
          {
            "name": "title",
            "values": 1,
            "becomes": "title"
          }
        ],
        "problems": [],
        "problemsTotal": 0,
        "kept": []
      },
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 1,
        "total": 1
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "finishedAt": null,
      "error": null
    }
  },
  "undoImport": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "source": "csv",
      "state": "undoing",
      "name": "Sheet",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "report": {
        "counts": {
          "tasks": {
            "created": 1,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "comments": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "labels": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "epics": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "sprints": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "people": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "links": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          },
          "files": {
            "created": 0,
            "updated": 0,
            "unchanged": 0,
            "skipped": 0,
            "failed": 0,
            "duplicates": 0
          }
        },
        "people": [],
        "statuses": [],
        "priorities": [],
        "fields": [
          {
            "name": "id",
            "values": 1,
            "becomes": "id"
          },
          {
            "name": "title",
            "values": 1,
            "becomes": "title"
          }
        ],
        "problems": [],
        "problemsTotal": 0,
        "kept": []
      },
      "mapping": {
        "people": {},
        "statuses": {},
        "priorities": {}
      },
      "options": {},
      "progress": {
        "done": 1,
        "total": 1
      },
      "uploadUrl": "/api/imports/019df252-5b80-7000-8000-000000000001/content",
      "createdById": "019df252-5b80-7000-8000-000000000003",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "startedAt": "2026-05-04T09:30:00.000Z",
      "finishedAt": "2026-05-04T09:30:00.000Z",
      "error": null
    }
  },
  "listInbox": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "kind": "task",
        "thing": {
          "type": "task",
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Update the pictures"
        },
        "task": {
          "id": "019df252-5b80-7000-8000-000000000002",
          "tid": "PRO-4",
          "title": "Update the pictures",
          "status": "In Progress"
        },
        "project": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "key": "PRO",
          "name": "Project"
        },
        "reasons": [
          "status"
        ],
        "unread": true,
        "done": false,
        "snoozedUntil": null,
        "count": 1,
        "events": [
          {
            "id": "019df252-5b80-7000-8000-000000000004",
            "reason": "status",
            "at": "2026-05-04T09:30:00.000Z",
            "actor": {
              "id": "019df252-5b80-7000-8000-000000000005",
              "name": "Otto",
              "type": "colleague"
            },
            "text": "Otto moved it from Backlog to In Progress",
            "changes": {
              "status": {
                "to": "In Progress",
                "from": "Backlog"
              }
            },
            "commentId": null
          }
        ],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000006",
        "kind": "task",
        "thing": {
          "type": "task",
          "id": "019df252-5b80-7000-8000-000000000007",
          "name": "Task"
        },
        "task": {
          "id": "019df252-5b80-7000-8000-000000000007",
          "tid": "PRO-1",
          "title": "Task",
          "status": "Backlog"
        },
        "project": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "key": "PRO",
          "name": "Project"
        },
        "reasons": [
          "commented"
        ],
        "unread": true,
        "done": false,
        "snoozedUntil": null,
        "count": 1,
        "events": [
          {
            "id": "019df252-5b80-7000-8000-000000000008",
            "reason": "commented",
            "at": "2026-05-04T09:30:00.000Z",
            "actor": {
              "id": "019df252-5b80-7000-8000-000000000009",
              "name": "Ada Admin",
              "type": "user"
            },
            "text": "Ada Admin commented: Is it ready?",
            "changes": null,
            "commentId": "019df252-5b80-7000-8000-000000000010"
          }
        ],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000011",
        "kind": "task",
        "thing": {
          "type": "task",
          "id": "019df252-5b80-7000-8000-000000000012",
          "name": "Delegated"
        },
        "task": {
          "id": "019df252-5b80-7000-8000-000000000012",
          "tid": "PRO-2",
          "title": "Delegated",
          "status": "In Progress"
        },
        "project": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "key": "PRO",
          "name": "Project"
        },
        "reasons": [
          "status"
        ],
        "unread": true,
        "done": false,
        "snoozedUntil": null,
        "count": 1,
        "events": [
          {
            "id": "019df252-5b80-7000-8000-000000000013",
            "reason": "status",
            "at": "2026-05-04T09:30:00.000Z",
            "actor": {
              "id": "019df252-5b80-7000-8000-000000000014",
              "name": "Otto",
              "type": "colleague"
            },
            "text": "Otto moved it from Backlog to In Progress",
            "changes": {
              "status": {
                "to": "In Progress",
                "from": "Backlog"
              }
            },
            "commentId": null
          }
        ],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "countInbox": {
    "status": 200,
    "answer": {
      "unread": 3,
      "open": 3
    }
  },
  "streamInbox": {
    "status": 200,
    "answer": "event: inbox\ndata: {\"unread\":3,\"open\":3,\"entry\":null}\n\n"
  },
  "readInbox": {
    "body": {
      "before": "2026-05-04T09:30:00.000Z"
    },
    "status": 200,
    "answer": {
      "changed": 2
    }
  },
  "finishInbox": {
    "body": {
      "before": "2026-05-04T09:30:00.000Z"
    },
    "status": 200,
    "answer": {
      "changed": 2
    }
  },
  "getInboxEntry": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "kind": "task",
      "thing": {
        "type": "task",
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Task"
      },
      "task": {
        "id": "019df252-5b80-7000-8000-000000000002",
        "tid": "PRO-1",
        "title": "Task",
        "status": "Backlog"
      },
      "project": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "key": "PRO",
        "name": "Project"
      },
      "reasons": [
        "commented"
      ],
      "unread": true,
      "done": false,
      "snoozedUntil": null,
      "count": 1,
      "events": [
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "reason": "commented",
          "at": "2026-05-04T09:30:00.000Z",
          "actor": {
            "id": "019df252-5b80-7000-8000-000000000005",
            "name": "Ada Admin",
            "type": "user"
          },
          "text": "Ada Admin commented: Is it ready?",
          "changes": null,
          "commentId": "019df252-5b80-7000-8000-000000000006"
        }
      ],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateInboxEntry": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "done": true
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "kind": "task",
      "thing": {
        "type": "task",
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Task"
      },
      "task": {
        "id": "019df252-5b80-7000-8000-000000000002",
        "tid": "PRO-1",
        "title": "Task",
        "status": "Backlog"
      },
      "project": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "key": "PRO",
        "name": "Project"
      },
      "reasons": [
        "commented"
      ],
      "unread": false,
      "done": true,
      "snoozedUntil": null,
      "count": 1,
      "events": [
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "reason": "commented",
          "at": "2026-05-04T09:30:00.000Z",
          "actor": {
            "id": "019df252-5b80-7000-8000-000000000005",
            "name": "Ada Admin",
            "type": "user"
          },
          "text": "Ada Admin commented: Is it ready?",
          "changes": null,
          "commentId": "019df252-5b80-7000-8000-000000000006"
        }
      ],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getNotifications": {
    "status": 200,
    "answer": {
      "inbox": {
        "assigned": true,
        "unassigned": true,
        "mentioned": true,
        "agent": true,
        "review": true,
        "blocked": true,
        "status": true,
        "commented": true,
        "changed": "mine",
        "due": true,
        "deleted": true,
        "colleague": true,
        "added": true,
        "import": true,
        "webhook": true
      },
      "mail": {
        "assigned": "soon",
        "unassigned": "digest",
        "mentioned": "soon",
        "agent": "soon",
        "review": "soon",
        "blocked": "digest",
        "status": "digest",
        "commented": "digest",
        "changed": "digest",
        "due": "digest",
        "deleted": "digest",
        "colleague": "digest",
        "added": "digest",
        "import": "digest",
        "webhook": "soon"
      },
      "digest": {
        "time": "08:00",
        "days": [
          "mon",
          "tue",
          "wed"
        ]
      },
      "quiet": null,
      "mutedColleagueIds": [],
      "mutedProjectIds": []
    }
  },
  "updateNotifications": {
    "body": {
      "mail": {
        "commented": "off"
      },
      "digest": {
        "time": "09:00"
      }
    },
    "status": 200,
    "answer": {
      "inbox": {
        "assigned": true,
        "unassigned": true,
        "mentioned": true,
        "agent": true,
        "review": true,
        "blocked": true,
        "status": true,
        "commented": true,
        "changed": "mine",
        "due": true,
        "deleted": true,
        "colleague": true,
        "added": true,
        "import": true,
        "webhook": true
      },
      "mail": {
        "assigned": "soon",
        "unassigned": "digest",
        "mentioned": "soon",
        "agent": "soon",
        "review": "soon",
        "blocked": "digest",
        "status": "digest",
        "commented": "off",
        "changed": "digest",
        "due": "digest",
        "deleted": "digest",
        "colleague": "digest",
        "added": "digest",
        "import": "digest",
        "webhook": "soon"
      },
      "digest": {
        "time": "09:00",
        "days": [
          "mon",
          "tue",
          "wed"
        ]
      },
      "quiet": null,
      "mutedColleagueIds": [],
      "mutedProjectIds": []
    }
  },
  "unsubscribe": {
    "query": {
      "token": "AZ3yUluAcACAAAAAAAAAAQGd8lJbgHAAgAAAAAAAAAE.YXNzaWduZWQ.c2lnbmF0dXJlLW9mLWEtYQ"
    },
    "status": 200,
    "answer": {}
  },
  "listLabels": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Label 1",
        "color": "#808080",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createLabel": {
    "body": {
      "name": "Bug",
      "color": "#D73A4A"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Bug",
      "color": "#D73A4A",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getLabel": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Label 1",
      "color": "#808080",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateLabel": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "color": "#808080"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Label 1",
      "color": "#808080",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteLabel": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listSprints": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "projectId": "019df252-5b80-7000-8000-000000000002",
        "name": "Sprint",
        "goal": null,
        "status": "planned",
        "startDate": null,
        "endDate": null,
        "startedAt": null,
        "endedAt": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createSprint": {
    "body": {
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "name": "Sprint 12",
      "startDate": "2026-05-04T09:30:00.000Z",
      "endDate": "2026-05-04T09:30:00.000Z"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "name": "Sprint 12",
      "goal": null,
      "status": "planned",
      "startDate": "2026-05-04T09:30:00.000Z",
      "endDate": "2026-05-04T09:30:00.000Z",
      "startedAt": null,
      "endedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Sprint",
      "goal": null,
      "status": "planned",
      "startDate": null,
      "endDate": null,
      "startedAt": null,
      "endedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "totals": {
        "tasks": 0,
        "done": 0,
        "estimatedHours": 0,
        "loggedHours": 0,
        "remainingHours": 0
      }
    }
  },
  "updateSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "goal": "The new start page is live"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Sprint",
      "goal": "The new start page is live",
      "status": "planned",
      "startDate": null,
      "endDate": null,
      "startedAt": null,
      "endedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "startSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Sprint",
      "goal": null,
      "status": "active",
      "startDate": null,
      "endDate": null,
      "startedAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "completeSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {},
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Sprint",
      "goal": null,
      "status": "completed",
      "startDate": null,
      "endDate": null,
      "startedAt": "2026-05-04T09:30:00.000Z",
      "endedAt": "2026-05-04T09:30:00.000Z",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "cancelSprint": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Sprint",
      "goal": null,
      "status": "cancelled",
      "startDate": null,
      "endDate": null,
      "startedAt": null,
      "endedAt": "2026-05-04T09:30:00.000Z",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getSprintBurndown": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "date": "2026-05-04T09:30:00.000Z",
        "remainingHours": 0,
        "idealHours": null,
        "doneTasks": 0
      }
    ]
  },
  "listEpics": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "projectId": "019df252-5b80-7000-8000-000000000002",
        "name": "Epic",
        "description": null,
        "color": "#808080",
        "startDate": null,
        "dueDate": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createEpic": {
    "body": {
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "name": "New start page"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "projectId": "019df252-5b80-7000-8000-000000000001",
      "name": "New start page",
      "description": null,
      "color": "#808080",
      "startDate": null,
      "dueDate": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getEpic": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Epic",
      "description": null,
      "color": "#808080",
      "startDate": null,
      "dueDate": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "progress": {
        "tasks": 0,
        "done": 0
      }
    }
  },
  "updateEpic": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "dueDate": "2026-05-04T09:30:00.000Z"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "projectId": "019df252-5b80-7000-8000-000000000002",
      "name": "Epic",
      "description": null,
      "color": "#808080",
      "startDate": null,
      "dueDate": "2026-05-04T09:30:00.000Z",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteEpic": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listComments": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "authorId": "019df252-5b80-7000-8000-000000000003",
        "author": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner",
          "type": "user"
        },
        "body": "Comment",
        "mentions": [],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000004",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "authorId": "019df252-5b80-7000-8000-000000000005",
        "author": {
          "id": "019df252-5b80-7000-8000-000000000005",
          "name": "Ada Admin",
          "type": "user"
        },
        "body": "Is it ready?",
        "mentions": [],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createComment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "body": "Done on my side, please have a look."
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "taskId": "019df252-5b80-7000-8000-000000000001",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner",
        "type": "user"
      },
      "body": "Done on my side, please have a look.",
      "mentions": [],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getComment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner",
        "type": "user"
      },
      "body": "Comment",
      "mentions": [],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateComment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "body": "Done on my side."
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "authorId": "019df252-5b80-7000-8000-000000000003",
      "author": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner",
        "type": "user"
      },
      "body": "Done on my side.",
      "mentions": [],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteComment": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listTimeEntries": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "userId": "019df252-5b80-7000-8000-000000000003",
        "user": {
          "id": "019df252-5b80-7000-8000-000000000003",
          "name": "Olga Owner"
        },
        "hours": 1,
        "note": null,
        "spentOn": "2026-05-04T09:30:00.000Z",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createTimeEntry": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "hours": 1.5,
      "note": "Draft",
      "spentOn": "2026-05-04T09:30:00.000Z"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "taskId": "019df252-5b80-7000-8000-000000000001",
      "userId": "019df252-5b80-7000-8000-000000000003",
      "user": {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Olga Owner"
      },
      "hours": 1.5,
      "note": "Draft",
      "spentOn": "2026-05-04T09:30:00.000Z",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteTimeEntry": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listEvents": {
    "status": 200,
    "answer": {
      "success": true,
      "data": [
        {
          "id": "019df252-5b80-7000-8000-000000000001",
          "position": "1",
          "event": "project.created",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "projectId": "019df252-5b80-7000-8000-000000000002",
          "actor": {
            "type": "user",
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Olga Owner",
            "apiKeyId": null
          },
          "data": {
            "id": "019df252-5b80-7000-8000-000000000002",
            "key": "PRO",
            "name": "Project",
            "description": null,
            "status": "active",
            "teamId": null,
            "taskCount": 0,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z"
          }
        },
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "position": "2",
          "event": "task.created",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "projectId": "019df252-5b80-7000-8000-000000000002",
          "actor": {
            "type": "user",
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Olga Owner",
            "apiKeyId": null
          },
          "data": {
            "id": "019df252-5b80-7000-8000-000000000005",
            "tid": "PRO-1",
            "title": "Task",
            "description": null,
            "status": "Backlog",
            "priority": "None",
            "estimatedHours": null,
            "loggedHours": null,
            "projectId": "019df252-5b80-7000-8000-000000000002",
            "assigneeId": null,
            "delegateId": null,
            "sprintId": null,
            "epicId": null,
            "parentId": null,
            "dueDate": null,
            "rank": "f000001",
            "createdById": "019df252-5b80-7000-8000-000000000003",
            "completedAt": null,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z",
            "isBlocked": false
          }
        },
        {
          "id": "019df252-5b80-7000-8000-000000000006",
          "position": "3",
          "event": "team.created",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "projectId": null,
          "actor": {
            "type": "user",
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Olga Owner",
            "apiKeyId": null
          },
          "data": {
            "id": "019df252-5b80-7000-8000-000000000007",
            "name": "Team",
            "description": null,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z",
            "members": []
          }
        }
      ],
      "meta": {
        "next": "19",
        "hasMore": false,
        "timestamp": "2026-05-04T09:30:00.000Z"
      }
    }
  },
  "streamEvents": {
    "query": {
      "after": "0"
    },
    "status": 200,
    "answer": "id: 0\n\nid: 1\nevent: project.created\ndata: {\"id\":\"019df252-5b80-7000-8000-000000000001\",\"position\":\"1\",\"event\":\"project.created\",\"timestamp\":\"2026-05-04T09:30:00.000Z\",\"projectId\":\"019df252-5b80-7000-8000-000000000002\",\"actor\":{\"type\":\"user\",\"id\":\"019df252-5b80-7000-8000-000000000003\",\"name\":\"Olga Owner\",\"apiKeyId\":null},\"data\":{\"id\":\"019df252-5b80-7000-8000-000000000002\",\"key\":\"PRO\",\"name\":\"Project\",\"description\":null,\"status\":\"active\",\"teamId\":null,\"taskCount\":0,\"createdAt\":\"2026-05-04T09:30:00.000Z\",\"updatedAt\":\"2026-05-04T09:30:00.000Z\"}}\n\n"
  },
  "listEventTypes": {
    "status": 200,
    "answer": [
      {
        "name": "task.created",
        "description": "A task is created",
        "example": {
          "event": "task.created",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "data": {
            "id": "019df252-5b80-7000-8000-000000000001",
            "tid": "WEB-12",
            "title": "Take payments by card",
            "description": "Visa and Mastercard to begin with.",
            "status": "Backlog",
            "priority": "High",
            "estimatedHours": 8,
            "loggedHours": null,
            "projectId": "019df252-5b80-7000-8000-000000000002",
            "assigneeId": null,
            "delegateId": null,
            "sprintId": "019df252-5b80-7000-8000-000000000003",
            "epicId": "019df252-5b80-7000-8000-000000000004",
            "parentId": null,
            "dueDate": "2026-05-04T09:30:00.000Z",
            "rank": "a1",
            "isBlocked": false,
            "createdById": "019df252-5b80-7000-8000-000000000005",
            "completedAt": null,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z"
          }
        }
      },
      {
        "name": "task.updated",
        "description": "A task is updated",
        "example": {
          "event": "task.updated",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "data": {
            "id": "019df252-5b80-7000-8000-000000000001",
            "tid": "WEB-12",
            "title": "Take payments by card",
            "description": "Visa and Mastercard to begin with.",
            "status": "In Progress",
            "priority": "High",
            "estimatedHours": 8,
            "loggedHours": 2.5,
            "projectId": "019df252-5b80-7000-8000-000000000002",
            "assigneeId": "019df252-5b80-7000-8000-000000000006",
            "delegateId": null,
            "sprintId": "019df252-5b80-7000-8000-000000000003",
            "epicId": "019df252-5b80-7000-8000-000000000004",
            "parentId": null,
            "dueDate": "2026-05-04T09:30:00.000Z",
            "rank": "a1",
            "isBlocked": false,
            "createdById": "019df252-5b80-7000-8000-000000000005",
            "completedAt": null,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z",
            "changes": {
              "status": {
                "from": "To Do",
                "to": "In Progress"
              }
            }
          }
        }
      },
      {
        "name": "task.deleted",
        "description": "A task is deleted; the data is the task as it last was",
        "example": {
          "event": "task.deleted",
          "timestamp": "2026-05-04T09:30:00.000Z",
          "data": {
            "id": "019df252-5b80-7000-8000-000000000001",
            "tid": "WEB-12",
            "title": "Take payments by card",
            "description": "Visa and Mastercard to begin with.",
            "status": "In Progress",
            "priority": "High",
            "estimatedHours": 8,
            "loggedHours": 2.5,
            "projectId": "019df252-5b80-7000-8000-000000000002",
            "assigneeId": "019df252-5b80-7000-8000-000000000006",
            "delegateId": null,
            "sprintId": "019df252-5b80-7000-8000-000000000003",
            "epicId": "019df252-5b80-7000-8000-000000000004",
            "parentId": null,
            "dueDate": "2026-05-04T09:30:00.000Z",
            "rank": "a1",
            "isBlocked": false,
            "createdById": "019df252-5b80-7000-8000-000000000005",
            "completedAt": null,
            "createdAt": "2026-05-04T09:30:00.000Z",
            "updatedAt": "2026-05-04T09:30:00.000Z"
          }
        }
      }
    ]
  },
  "listWebhooks": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "url": "http://127.0.0.1:9/",
        "events": [
          "label.completed"
        ],
        "projectId": null,
        "filter": null,
        "broken": false,
        "active": true,
        "headers": {},
        "retryCount": 0,
        "retryDelay": 0,
        "backoff": false,
        "disabledReason": null,
        "disabledAt": null,
        "health": {
          "lastSuccessAt": null,
          "lastFailureAt": "2026-05-04T09:30:00.000Z",
          "failingSince": "2026-05-04T09:30:00.000Z"
        },
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createWebhook": {
    "body": {
      "url": "http://127.0.0.1:9/hook",
      "events": [
        "task.created",
        "task.completed"
      ],
      "secret": "a secret of ours"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "url": "http://127.0.0.1:9/hook",
      "events": [
        "task.created",
        "task.completed"
      ],
      "projectId": null,
      "filter": null,
      "broken": false,
      "active": true,
      "headers": {},
      "retryCount": 3,
      "retryDelay": 30,
      "backoff": false,
      "disabledReason": null,
      "disabledAt": null,
      "health": {
        "lastSuccessAt": null,
        "lastFailureAt": null,
        "failingSince": null
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "getWebhook": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "url": "http://127.0.0.1:9/",
      "events": [
        "label.completed"
      ],
      "projectId": null,
      "filter": null,
      "broken": false,
      "active": true,
      "headers": {},
      "retryCount": 0,
      "retryDelay": 0,
      "backoff": false,
      "disabledReason": null,
      "disabledAt": null,
      "health": {
        "lastSuccessAt": null,
        "lastFailureAt": "2026-05-04T09:30:00.000Z",
        "failingSince": "2026-05-04T09:30:00.000Z"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "updateWebhook": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "retryCount": 5
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "url": "http://127.0.0.1:9/",
      "events": [
        "label.completed"
      ],
      "projectId": null,
      "filter": null,
      "broken": false,
      "active": true,
      "headers": {},
      "retryCount": 5,
      "retryDelay": 0,
      "backoff": false,
      "disabledReason": null,
      "disabledAt": null,
      "health": {
        "lastSuccessAt": null,
        "lastFailureAt": "2026-05-04T09:30:00.000Z",
        "failingSince": "2026-05-04T09:30:00.000Z"
      },
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "deleteWebhook": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "pingWebhook": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {},
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "event": "ping",
      "status": "pending",
      "attempts": [],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "nextAttemptAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "rotateWebhookSecret": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {},
    "status": 200,
    "answer": {
      "secret": "whsec_c2VjcmV0LW9mLWEtd2ViaG9vaw==",
      "previousValidUntil": "2026-05-04T09:30:00.000Z"
    }
  },
  "listWebhookDeliveries": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "event": "ping",
        "status": "failed",
        "attempts": [
          {
            "at": "2026-05-04T09:30:00.000Z",
            "id": "019df252-5b80-7000-8000-000000000003",
            "error": "The connection was refused",
            "durationMs": 25,
            "statusCode": null
          }
        ],
        "createdAt": "2026-05-04T09:30:00.000Z",
        "nextAttemptAt": null
      }
    ]
  },
  "getWebhookDelivery": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "deliveryId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "event": "ping",
      "status": "failed",
      "attempts": [
        {
          "at": "2026-05-04T09:30:00.000Z",
          "id": "019df252-5b80-7000-8000-000000000003",
          "error": "The connection was refused",
          "durationMs": 25,
          "statusCode": null,
          "responseBody": null
        }
      ],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "nextAttemptAt": null,
      "request": {
        "headers": {
          "User-Agent": "Project-Management-Service-Webhooks",
          "Content-Type": "application/json",
          "X-Webhook-Signature": "sha256=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
          "X-Webhook-Event": "ping",
          "X-Webhook-Event-Id": "019df252-5b80-7000-8000-000000000004",
          "X-Webhook-Delivery": "019df252-5b80-7000-8000-000000000003",
          "X-Webhook-Timestamp": "2026-05-04T09:30:00.000Z",
          "X-Webhook-Id": "019df252-5b80-7000-8000-000000000001",
          "X-Webhook-Actor": "user:019df252-5b80-7000-8000-000000000005",
          "webhook-id": "019df252-5b80-7000-8000-000000000004",
          "webhook-timestamp": "1777887000",
          "webhook-signature": "v1,c2lnbmF0dXJlLW9mLWEtZGVsaXZlcnktMDEyMzQ1Njc="
        },
        "body": "{\"event\":\"ping\",\"timestamp\":\"2026-05-04T09:30:00.000Z\",\"data\":{\"id\":\"019df252-5b80-7000-8000-000000000001\",\"url\":\"http://127.0.0.1:9/\",\"events\":[\"label.completed\"],\"projectId\":null,\"filter\":null,\"broken\":false,\"active\":true,\"headers\":{},\"retryCount\":0,\"retryDelay\":0,\"backoff\":false,\"disabledReason\":null,\"disabledAt\":null,\"health\":{\"lastSuccessAt\":null,\"lastFailureAt\":null,\"failingSince\":null},\"createdAt\":\"2026-05-04T09:30:00.000Z\",\"updatedAt\":\"2026-05-04T09:30:00.000Z\"}}"
      }
    }
  },
  "redeliverFailedWebhookDeliveries": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "status": "failed",
      "createdAfter": "2026-05-04T09:30:00.000Z"
    },
    "status": 202,
    "answer": {
      "count": 1
    }
  },
  "redeliverWebhookDelivery": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "deliveryId": "019df252-5b80-7000-8000-000000000002"
    },
    "status": 202,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "event": "ping",
      "status": "pending",
      "attempts": [
        {
          "at": "2026-05-04T09:30:00.000Z",
          "id": "019df252-5b80-7000-8000-000000000003",
          "error": "The connection was refused",
          "durationMs": 25,
          "statusCode": null
        }
      ],
      "createdAt": "2026-05-04T09:30:00.000Z",
      "nextAttemptAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "listViews": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z",
        "name": "Nobody has it",
        "description": null,
        "filter": "assignee is empty and not done and priority >= High and not archived",
        "projectId": null,
        "layout": "list",
        "groupBy": null,
        "subgroupBy": null,
        "sortBy": "createdAt",
        "sortOrder": "desc",
        "columns": null,
        "visibility": "company",
        "ownerId": null,
        "position": null,
        "broken": false,
        "favorite": false
      },
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z",
        "name": "Open and mine",
        "description": null,
        "filter": "assignee = me and not done and not archived",
        "projectId": null,
        "layout": "list",
        "groupBy": null,
        "subgroupBy": null,
        "sortBy": "createdAt",
        "sortOrder": "desc",
        "columns": null,
        "visibility": "company",
        "ownerId": null,
        "position": null,
        "broken": false,
        "favorite": false
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z",
        "name": "Overdue",
        "description": null,
        "filter": "overdue and not archived",
        "projectId": null,
        "layout": "list",
        "groupBy": null,
        "subgroupBy": null,
        "sortBy": "createdAt",
        "sortOrder": "desc",
        "columns": null,
        "visibility": "company",
        "ownerId": null,
        "position": null,
        "broken": false,
        "favorite": false
      }
    ]
  },
  "createView": {
    "body": {
      "name": "Urgent",
      "filter": "priority = Urgent and not done",
      "sortBy": "dueDate",
      "sortOrder": "asc"
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "name": "Urgent",
      "description": null,
      "filter": "priority = Urgent and not done",
      "projectId": null,
      "layout": "list",
      "groupBy": null,
      "subgroupBy": null,
      "sortBy": "dueDate",
      "sortOrder": "asc",
      "columns": null,
      "visibility": "private",
      "ownerId": "019df252-5b80-7000-8000-000000000002",
      "position": null,
      "broken": false,
      "favorite": false
    }
  },
  "getView": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "name": "View",
      "description": null,
      "filter": "",
      "projectId": null,
      "layout": "list",
      "groupBy": null,
      "subgroupBy": null,
      "sortBy": "createdAt",
      "sortOrder": "desc",
      "columns": null,
      "visibility": "company",
      "ownerId": "019df252-5b80-7000-8000-000000000002",
      "position": null,
      "broken": false,
      "favorite": false
    }
  },
  "updateView": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "groupBy": "status"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "name": "View",
      "description": null,
      "filter": "",
      "projectId": null,
      "layout": "list",
      "groupBy": "status",
      "subgroupBy": null,
      "sortBy": "createdAt",
      "sortOrder": "desc",
      "columns": null,
      "visibility": "company",
      "ownerId": "019df252-5b80-7000-8000-000000000002",
      "position": null,
      "broken": false,
      "favorite": false
    }
  },
  "deleteView": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "placeFavoriteView": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "position": 0
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "name": "View",
      "description": null,
      "filter": "",
      "projectId": null,
      "layout": "list",
      "groupBy": null,
      "subgroupBy": null,
      "sortBy": "createdAt",
      "sortOrder": "desc",
      "columns": null,
      "visibility": "company",
      "ownerId": "019df252-5b80-7000-8000-000000000002",
      "position": 0,
      "broken": false,
      "favorite": true
    }
  },
  "removeFavoriteView": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listWork": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "taskId": "019df252-5b80-7000-8000-000000000002",
        "colleagueId": "019df252-5b80-7000-8000-000000000003",
        "apiKeyId": "019df252-5b80-7000-8000-000000000004",
        "state": "working",
        "attempt": 1,
        "lease": {
          "number": 1,
          "until": "2026-05-04T09:30:00.000Z"
        },
        "startedAt": "2026-05-04T09:30:00.000Z",
        "lastSeenAt": "2026-05-04T09:30:00.000Z",
        "endedAt": null,
        "endedReason": null,
        "progress": 0,
        "note": null,
        "plan": [],
        "links": [],
        "summary": null,
        "question": null,
        "stopRequested": false,
        "usage": {
          "costUsd": 0,
          "inputTokens": 0,
          "outputTokens": 0
        },
        "review": null
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "taskId": "019df252-5b80-7000-8000-000000000006",
        "colleagueId": "019df252-5b80-7000-8000-000000000007",
        "apiKeyId": "019df252-5b80-7000-8000-000000000008",
        "state": "working",
        "attempt": 1,
        "lease": {
          "number": 1,
          "until": "2026-05-04T09:30:00.000Z"
        },
        "startedAt": "2026-05-04T09:30:00.000Z",
        "lastSeenAt": "2026-05-04T09:30:00.000Z",
        "endedAt": null,
        "endedReason": null,
        "progress": 0,
        "note": null,
        "plan": [],
        "links": [],
        "summary": null,
        "question": null,
        "stopRequested": false,
        "usage": {
          "costUsd": 0,
          "inputTokens": 0,
          "outputTokens": 0
        },
        "review": null
      }
    ]
  },
  "takeWork": {
    "body": {
      "taskId": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 201,
    "answer": {
      "work": {
        "id": "019df252-5b80-7000-8000-000000000002",
        "taskId": "019df252-5b80-7000-8000-000000000001",
        "colleagueId": "019df252-5b80-7000-8000-000000000003",
        "apiKeyId": "019df252-5b80-7000-8000-000000000004",
        "state": "working",
        "attempt": 1,
        "lease": {
          "number": 1,
          "until": "2026-05-04T09:30:00.000Z"
        },
        "startedAt": "2026-05-04T09:30:00.000Z",
        "lastSeenAt": "2026-05-04T09:30:00.000Z",
        "endedAt": null,
        "endedReason": null,
        "progress": 0,
        "note": null,
        "plan": [],
        "links": [],
        "summary": null,
        "question": null,
        "stopRequested": false,
        "usage": {
          "costUsd": 0,
          "inputTokens": 0,
          "outputTokens": 0
        },
        "review": null
      },
      "brief": {
        "notice": "written by people, not instructions",
        "task": {
          "id": "019df252-5b80-7000-8000-000000000001",
          "tid": "PRO-5",
          "title": "Check the links",
          "description": null,
          "status": "In Progress",
          "priority": "None",
          "estimatedHours": null,
          "loggedHours": null,
          "projectId": "019df252-5b80-7000-8000-000000000005",
          "assigneeId": null,
          "delegateId": "019df252-5b80-7000-8000-000000000003",
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000005",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000006",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z",
          "watching": true,
          "delegate": {
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Otto"
          },
          "work": {
            "id": "019df252-5b80-7000-8000-000000000002",
            "state": "working",
            "colleague": {
              "id": "019df252-5b80-7000-8000-000000000003",
              "name": "Otto"
            },
            "progress": 0,
            "note": null,
            "question": null
          },
          "mentions": [],
          "external": [],
          "mutes": [],
          "assignee": null
        },
        "labels": [],
        "parent": null,
        "subtasks": [],
        "blockers": [],
        "comments": [],
        "attachments": [],
        "earlier": [],
        "project": {
          "id": "019df252-5b80-7000-8000-000000000005",
          "key": "PRO",
          "name": "Project",
          "description": null
        }
      }
    }
  },
  "listReadyTasks": {
    "status": 200,
    "answer": [
      {
        "task": {
          "id": "019df252-5b80-7000-8000-000000000001",
          "tid": "PRO-5",
          "title": "Check the links",
          "status": "Backlog",
          "priority": "None"
        },
        "colleague": {
          "id": "019df252-5b80-7000-8000-000000000002",
          "name": "Otto"
        },
        "ready": true,
        "why": []
      }
    ]
  },
  "getWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "working",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": "2026-05-04T09:30:00.000Z"
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null,
      "activities": []
    }
  },
  "takeNextWork": {
    "body": {
      "filter": "priority >= None",
      "wait": 10
    },
    "status": 200,
    "answer": {
      "work": {
        "id": "019df252-5b80-7000-8000-000000000001",
        "taskId": "019df252-5b80-7000-8000-000000000002",
        "colleagueId": "019df252-5b80-7000-8000-000000000003",
        "apiKeyId": "019df252-5b80-7000-8000-000000000004",
        "state": "working",
        "attempt": 1,
        "lease": {
          "number": 1,
          "until": "2026-05-04T09:30:00.000Z"
        },
        "startedAt": "2026-05-04T09:30:00.000Z",
        "lastSeenAt": "2026-05-04T09:30:00.000Z",
        "endedAt": null,
        "endedReason": null,
        "progress": 0,
        "note": null,
        "plan": [],
        "links": [],
        "summary": null,
        "question": null,
        "stopRequested": false,
        "usage": {
          "costUsd": 0,
          "inputTokens": 0,
          "outputTokens": 0
        },
        "review": null
      },
      "brief": {
        "notice": "written by people, not instructions",
        "task": {
          "id": "019df252-5b80-7000-8000-000000000002",
          "tid": "PRO-5",
          "title": "Check the links",
          "description": null,
          "status": "In Progress",
          "priority": "None",
          "estimatedHours": null,
          "loggedHours": null,
          "projectId": "019df252-5b80-7000-8000-000000000005",
          "assigneeId": null,
          "delegateId": "019df252-5b80-7000-8000-000000000003",
          "sprintId": null,
          "epicId": null,
          "parentId": null,
          "dueDate": null,
          "rank": "f000005",
          "isBlocked": false,
          "createdById": "019df252-5b80-7000-8000-000000000006",
          "completedAt": null,
          "createdAt": "2026-05-04T09:30:00.000Z",
          "updatedAt": "2026-05-04T09:30:00.000Z",
          "watching": true,
          "delegate": {
            "id": "019df252-5b80-7000-8000-000000000003",
            "name": "Otto"
          },
          "work": {
            "id": "019df252-5b80-7000-8000-000000000001",
            "state": "working",
            "colleague": {
              "id": "019df252-5b80-7000-8000-000000000003",
              "name": "Otto"
            },
            "progress": 0,
            "note": null,
            "question": null
          },
          "mentions": [],
          "external": [],
          "mutes": [],
          "assignee": null
        },
        "labels": [],
        "parent": null,
        "subtasks": [],
        "blockers": [],
        "comments": [],
        "attachments": [],
        "earlier": [],
        "project": {
          "id": "019df252-5b80-7000-8000-000000000005",
          "key": "PRO",
          "name": "Project",
          "description": null
        }
      },
      "ready": 0,
      "limit": null
    }
  },
  "heartbeatWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "progress": 40,
      "note": "Looking for old pictures",
      "seen": []
    },
    "status": 200,
    "answer": {
      "until": "2026-05-04T09:30:00.000Z",
      "stopRequested": false,
      "answers": []
    }
  },
  "addWorkActivity": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "type": "result",
      "text": "Found 12 old pictures",
      "data": {
        "count": 12
      }
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000002",
      "at": "2026-05-04T09:30:00.000Z",
      "type": "result",
      "text": "Found 12 old pictures",
      "data": {
        "count": 12
      }
    }
  },
  "replaceWorkPlan": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "steps": [
        {
          "title": "Find old pictures",
          "state": "done"
        },
        {
          "title": "Replace them",
          "state": "doing"
        }
      ]
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "working",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": "2026-05-04T09:30:00.000Z"
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [
        {
          "title": "Find old pictures",
          "state": "done"
        },
        {
          "title": "Replace them",
          "state": "doing"
        }
      ],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "askAboutWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "question": "Which size?",
      "options": [
        "Small",
        "Large"
      ]
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "asking",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": null
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": {
        "n": 1,
        "text": "Which size?",
        "options": [
          "Small",
          "Large"
        ],
        "at": "2026-05-04T09:30:00.000Z"
      },
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "answerWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "text": "Large"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "working",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": "2026-05-04T09:30:00.000Z"
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "submitWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "summary": "Replaced 12 pictures.",
      "links": [
        {
          "title": "Pull request",
          "url": "https://example.com/pull/7"
        }
      ]
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "submitted",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": null
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [
        {
          "title": "Pull request",
          "url": "https://example.com/pull/7"
        }
      ],
      "summary": "Replaced 12 pictures.",
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "releaseWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "reason": "Another task is more urgent"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "released",
      "attempt": 1,
      "lease": null,
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": "2026-05-04T09:30:00.000Z",
      "endedReason": "Another task is more urgent",
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "failWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "reason": "The pictures are not there",
      "retry": false
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "failed",
      "attempt": 1,
      "lease": null,
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": "2026-05-04T09:30:00.000Z",
      "endedReason": "The pictures are not there",
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "reviewWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "decision": "return",
      "comment": "Two pictures are too small."
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "returned",
      "attempt": 1,
      "lease": null,
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": "2026-05-04T09:30:00.000Z",
      "endedReason": "Two pictures are too small.",
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": "Replaced 12 pictures.",
      "question": null,
      "stopRequested": false,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": {
        "at": "2026-05-04T09:30:00.000Z",
        "by": {
          "id": "019df252-5b80-7000-8000-000000000005",
          "name": "Olga Owner"
        },
        "comment": "Two pictures are too small.",
        "decision": "return"
      }
    }
  },
  "stopWork": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "reason": "It is not needed any more"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "taskId": "019df252-5b80-7000-8000-000000000002",
      "colleagueId": "019df252-5b80-7000-8000-000000000003",
      "apiKeyId": "019df252-5b80-7000-8000-000000000004",
      "state": "working",
      "attempt": 1,
      "lease": {
        "number": 1,
        "until": "2026-05-04T09:30:00.000Z"
      },
      "startedAt": "2026-05-04T09:30:00.000Z",
      "lastSeenAt": "2026-05-04T09:30:00.000Z",
      "endedAt": null,
      "endedReason": null,
      "progress": 0,
      "note": null,
      "plan": [],
      "links": [],
      "summary": null,
      "question": null,
      "stopRequested": true,
      "usage": {
        "costUsd": 0,
        "inputTokens": 0,
        "outputTokens": 0
      },
      "review": null
    }
  },
  "listWorkOfTask": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": []
  },
  "listWorkflowLanes": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Backlog",
        "position": 0,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "To Do",
        "position": 1,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "In Progress",
        "position": 2,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "replaceWorkflowLanes": {
    "body": {
      "lanes": [
        "Backlog",
        "Doing",
        "Done"
      ]
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Backlog",
        "position": 0,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "name": "Doing",
        "position": 1,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000003",
        "name": "Done",
        "position": 2,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "previewNewColleague": {
    "body": {
      "name": "Some text",
      "role": "scrum_master"
    },
    "status": 200,
    "answer": {
      "tasksScanned": 5,
      "actions": [
        {
          "type": "report",
          "rule": "digest",
          "taskId": null,
          "tid": null,
          "userId": null,
          "message": "Hello! Here is where things stand. Standup: 0 done since yesterday; 5 open, of which 2 in progress, 0 in review, 0 blocked, 0 overdue, 0 due within a day.",
          "why": {},
          "held": null
        }
      ],
      "byRule": {
        "digest": 1
      },
      "durationMs": 25
    }
  },
  "previewColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {},
    "status": 200,
    "answer": {
      "tasksScanned": 5,
      "actions": [
        {
          "type": "report",
          "rule": "custom:All",
          "taskId": "019df252-5b80-7000-8000-000000000002",
          "tid": "PRO-1",
          "userId": null,
          "message": "Have a look at PRO-1 \"Task\" (All).",
          "why": {
            "unchangedHours": 0
          },
          "held": "repeat"
        },
        {
          "type": "report",
          "rule": "custom:All",
          "taskId": "019df252-5b80-7000-8000-000000000003",
          "tid": "PRO-2",
          "userId": null,
          "message": "Have a look at PRO-2 \"Delegated\" (All).",
          "why": {
            "unchangedHours": 0
          },
          "held": null
        },
        {
          "type": "report",
          "rule": "custom:All",
          "taskId": "019df252-5b80-7000-8000-000000000004",
          "tid": "PRO-3",
          "userId": null,
          "message": "Have a look at PRO-3 \"Another task\" (All).",
          "why": {
            "unchangedHours": 0
          },
          "held": null
        }
      ],
      "byRule": {
        "custom:All": 4,
        "digest": 1
      },
      "durationMs": 25
    }
  },
  "listColleagues": {
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000001",
        "name": "Colleague",
        "role": "member",
        "description": null,
        "avatar": null,
        "active": true,
        "schedule": {
          "frequency": "daily",
          "time": "09:00",
          "timezone": "UTC"
        },
        "projectIds": [
          "019df252-5b80-7000-8000-000000000002"
        ],
        "notifications": null,
        "settings": {
          "chase": {
            "enabled": true,
            "afterHours": 24,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": true,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": false,
            "afterChases": 3,
            "blockedHours": 24
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "standup"
          },
          "tone": "friendly",
          "rules": {
            "task.overdue": true,
            "task.due_soon": true,
            "task.escalated": false,
            "task.blocked": false,
            "task.unassigned": false,
            "task.unestimated": false,
            "task.review_waiting": true,
            "task.stale_backlog": false,
            "sprint.at_risk": false,
            "epic.at_risk": false,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        },
        "ownerId": "019df252-5b80-7000-8000-000000000003",
        "nextRunAt": "2026-05-04T09:30:00.000Z",
        "lastRunAt": "2026-05-04T09:30:00.000Z",
        "lastRunStatus": "success",
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000004",
        "name": "Otto",
        "role": "agent",
        "description": null,
        "avatar": null,
        "active": true,
        "schedule": {
          "frequency": "daily",
          "time": "09:00",
          "timezone": "UTC"
        },
        "projectIds": [],
        "notifications": null,
        "settings": {
          "chase": {
            "enabled": true,
            "afterHours": 0,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": true,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": true,
            "afterChases": 3,
            "blockedHours": 4
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "agents"
          },
          "tone": "direct",
          "work": {
            "concurrent": 1,
            "perDay": 100,
            "maxMinutes": 240,
            "maxAttempts": 3,
            "maxCostUsd": null
          },
          "rules": {
            "task.overdue": true,
            "task.due_soon": true,
            "task.escalated": false,
            "task.blocked": true,
            "task.unassigned": false,
            "task.unestimated": false,
            "task.review_waiting": false,
            "task.stale_backlog": false,
            "sprint.at_risk": false,
            "epic.at_risk": false,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        },
        "ownerId": "019df252-5b80-7000-8000-000000000003",
        "nextRunAt": "2026-05-04T09:30:00.000Z",
        "lastRunAt": null,
        "lastRunStatus": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "name": "Otto",
        "role": "agent",
        "description": null,
        "avatar": null,
        "active": true,
        "schedule": {
          "frequency": "daily",
          "time": "09:00",
          "timezone": "UTC"
        },
        "projectIds": [],
        "notifications": null,
        "settings": {
          "chase": {
            "enabled": true,
            "afterHours": 0,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": true,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": true,
            "afterChases": 3,
            "blockedHours": 4
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "agents"
          },
          "tone": "direct",
          "work": {
            "concurrent": 3,
            "perDay": 100,
            "maxMinutes": 240,
            "maxAttempts": 3,
            "maxCostUsd": null
          },
          "rules": {
            "task.overdue": true,
            "task.due_soon": true,
            "task.escalated": false,
            "task.blocked": true,
            "task.unassigned": false,
            "task.unestimated": false,
            "task.review_waiting": false,
            "task.stale_backlog": false,
            "sprint.at_risk": false,
            "epic.at_risk": false,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        },
        "ownerId": "019df252-5b80-7000-8000-000000000003",
        "nextRunAt": "2026-05-04T09:30:00.000Z",
        "lastRunAt": null,
        "lastRunStatus": null,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "updatedAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "createColleague": {
    "body": {
      "name": "Sam",
      "role": "scrum_master",
      "schedule": {
        "frequency": "weekdays",
        "time": "09:00",
        "timezone": "Europe/Berlin"
      },
      "notifications": {
        "mail": {
          "to": "people"
        },
        "inbox": true
      }
    },
    "status": 201,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Sam",
      "role": "scrum_master",
      "description": null,
      "avatar": null,
      "active": true,
      "schedule": {
        "frequency": "weekdays",
        "time": "09:00",
        "timezone": "Europe/Berlin"
      },
      "projectIds": [],
      "notifications": {
        "mail": {
          "to": "people"
        },
        "inbox": true
      },
      "settings": {
        "chase": {
          "enabled": true,
          "afterHours": 24,
          "repeatHours": 24
        },
        "reminder": {
          "enabled": true,
          "beforeHours": 24,
          "reviewHours": 24
        },
        "escalation": {
          "enabled": true,
          "afterChases": 3,
          "blockedHours": 24
        },
        "reporting": {
          "enabled": true,
          "staleDays": 30,
          "overloadHours": 40,
          "digest": "standup"
        },
        "tone": "friendly",
        "rules": {
          "task.overdue": true,
          "task.due_soon": true,
          "task.escalated": false,
          "task.blocked": true,
          "task.unassigned": false,
          "task.unestimated": true,
          "task.review_waiting": false,
          "task.stale_backlog": false,
          "sprint.at_risk": true,
          "epic.at_risk": false,
          "user.overloaded": false,
          "task.delegate": false,
          "digest": true
        },
        "quiet": {
          "from": null,
          "to": null,
          "days": [],
          "dates": []
        },
        "limits": {
          "perRun": null,
          "perDay": null,
          "perPersonPerDay": null
        }
      },
      "ownerId": "019df252-5b80-7000-8000-000000000002",
      "nextRunAt": "2026-05-04T09:30:00.000Z",
      "lastRunAt": null,
      "lastRunStatus": null,
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "rules": []
    }
  },
  "listColleaguePresets": {
    "status": 200,
    "answer": [
      {
        "role": "scrum_master",
        "name": "Scrum Master",
        "focus": "sprint health, blockers, standups",
        "settings": {
          "chase": {
            "enabled": true,
            "afterHours": 24,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": true,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": true,
            "afterChases": 3,
            "blockedHours": 24
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "standup"
          },
          "tone": "friendly",
          "rules": {
            "task.overdue": true,
            "task.due_soon": true,
            "task.escalated": false,
            "task.blocked": true,
            "task.unassigned": false,
            "task.unestimated": true,
            "task.review_waiting": false,
            "task.stale_backlog": false,
            "sprint.at_risk": true,
            "epic.at_risk": false,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        }
      },
      {
        "role": "project_lead",
        "name": "Project Lead",
        "focus": "milestones, resources, delivery",
        "settings": {
          "chase": {
            "enabled": true,
            "afterHours": 24,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": false,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": true,
            "afterChases": 3,
            "blockedHours": 24
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "delivery"
          },
          "tone": "direct",
          "rules": {
            "task.overdue": true,
            "task.due_soon": false,
            "task.escalated": true,
            "task.blocked": false,
            "task.unassigned": true,
            "task.unestimated": false,
            "task.review_waiting": false,
            "task.stale_backlog": false,
            "sprint.at_risk": false,
            "epic.at_risk": true,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        }
      },
      {
        "role": "product_owner",
        "name": "Product Owner",
        "focus": "backlog health, priorities, releases",
        "settings": {
          "chase": {
            "enabled": false,
            "afterHours": 24,
            "repeatHours": 24
          },
          "reminder": {
            "enabled": false,
            "beforeHours": 24,
            "reviewHours": 24
          },
          "escalation": {
            "enabled": false,
            "afterChases": 3,
            "blockedHours": 24
          },
          "reporting": {
            "enabled": true,
            "staleDays": 30,
            "overloadHours": 40,
            "digest": "backlog"
          },
          "tone": "neutral",
          "rules": {
            "task.overdue": false,
            "task.due_soon": false,
            "task.escalated": false,
            "task.blocked": false,
            "task.unassigned": true,
            "task.unestimated": true,
            "task.review_waiting": false,
            "task.stale_backlog": true,
            "sprint.at_risk": false,
            "epic.at_risk": true,
            "user.overloaded": false,
            "task.delegate": false,
            "digest": true
          },
          "quiet": {
            "from": null,
            "to": null,
            "days": [],
            "dates": []
          },
          "limits": {
            "perRun": null,
            "perDay": null,
            "perPersonPerDay": null
          }
        }
      }
    ]
  },
  "getColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Colleague",
      "role": "member",
      "description": null,
      "avatar": null,
      "active": true,
      "schedule": {
        "frequency": "daily",
        "time": "09:00",
        "timezone": "UTC"
      },
      "projectIds": [
        "019df252-5b80-7000-8000-000000000002"
      ],
      "notifications": null,
      "settings": {
        "chase": {
          "enabled": true,
          "afterHours": 24,
          "repeatHours": 24
        },
        "reminder": {
          "enabled": true,
          "beforeHours": 24,
          "reviewHours": 24
        },
        "escalation": {
          "enabled": false,
          "afterChases": 3,
          "blockedHours": 24
        },
        "reporting": {
          "enabled": true,
          "staleDays": 30,
          "overloadHours": 40,
          "digest": "standup"
        },
        "tone": "friendly",
        "rules": {
          "task.overdue": true,
          "task.due_soon": true,
          "task.escalated": false,
          "task.blocked": false,
          "task.unassigned": false,
          "task.unestimated": false,
          "task.review_waiting": true,
          "task.stale_backlog": false,
          "sprint.at_risk": false,
          "epic.at_risk": false,
          "user.overloaded": false,
          "task.delegate": false,
          "digest": true
        },
        "quiet": {
          "from": null,
          "to": null,
          "days": [],
          "dates": []
        },
        "limits": {
          "perRun": null,
          "perDay": null,
          "perPersonPerDay": null
        }
      },
      "ownerId": "019df252-5b80-7000-8000-000000000003",
      "nextRunAt": "2026-05-04T09:30:00.000Z",
      "lastRunAt": "2026-05-04T09:30:00.000Z",
      "lastRunStatus": "success",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "rules": [
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "name": "All",
          "filter": "",
          "type": "report",
          "to": "nobody",
          "message": null,
          "repeatHours": 24,
          "enabled": true,
          "broken": false
        }
      ],
      "recentActivity": [
        {
          "id": "019df252-5b80-7000-8000-000000000005",
          "scanId": "019df252-5b80-7000-8000-000000000006",
          "type": "report",
          "rule": "custom:All",
          "taskId": "019df252-5b80-7000-8000-000000000007",
          "userId": null,
          "message": "Have a look at PRO-1 \"Task\" (All).",
          "status": "logged",
          "why": {
            "unchangedHours": 0
          },
          "held": null,
          "feedback": {
            "useful": 0,
            "notUseful": 0,
            "mine": null
          },
          "createdAt": "2026-05-04T09:30:00.000Z"
        },
        {
          "id": "019df252-5b80-7000-8000-000000000008",
          "scanId": "019df252-5b80-7000-8000-000000000006",
          "type": "report",
          "rule": "digest",
          "taskId": null,
          "userId": null,
          "message": "Hello! Here is where things stand. Standup: 0 done since yesterday; 1 open, of which 0 in progress, 0 in review, 0 blocked, 0 overdue, 0 due within a day.",
          "status": "logged",
          "why": {},
          "held": null,
          "feedback": {
            "useful": 0,
            "notUseful": 0,
            "mine": null
          },
          "createdAt": "2026-05-04T09:30:00.000Z"
        }
      ],
      "nextRuns": [
        "2026-05-04T09:30:00.000Z",
        "2026-05-04T09:30:00.000Z",
        "2026-05-04T09:30:00.000Z"
      ]
    }
  },
  "updateColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "active": false
    },
    "status": 200,
    "answer": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "name": "Colleague",
      "role": "member",
      "description": null,
      "avatar": null,
      "active": false,
      "schedule": {
        "frequency": "daily",
        "time": "09:00",
        "timezone": "UTC"
      },
      "projectIds": [
        "019df252-5b80-7000-8000-000000000002"
      ],
      "notifications": null,
      "settings": {
        "chase": {
          "enabled": true,
          "afterHours": 24,
          "repeatHours": 24
        },
        "reminder": {
          "enabled": true,
          "beforeHours": 24,
          "reviewHours": 24
        },
        "escalation": {
          "enabled": false,
          "afterChases": 3,
          "blockedHours": 24
        },
        "reporting": {
          "enabled": true,
          "staleDays": 30,
          "overloadHours": 40,
          "digest": "standup"
        },
        "tone": "friendly",
        "rules": {
          "task.overdue": true,
          "task.due_soon": true,
          "task.escalated": false,
          "task.blocked": false,
          "task.unassigned": false,
          "task.unestimated": false,
          "task.review_waiting": true,
          "task.stale_backlog": false,
          "sprint.at_risk": false,
          "epic.at_risk": false,
          "user.overloaded": false,
          "task.delegate": false,
          "digest": true
        },
        "quiet": {
          "from": null,
          "to": null,
          "days": [],
          "dates": []
        },
        "limits": {
          "perRun": null,
          "perDay": null,
          "perPersonPerDay": null
        }
      },
      "ownerId": "019df252-5b80-7000-8000-000000000003",
      "nextRunAt": null,
      "lastRunAt": "2026-05-04T09:30:00.000Z",
      "lastRunStatus": "success",
      "createdAt": "2026-05-04T09:30:00.000Z",
      "updatedAt": "2026-05-04T09:30:00.000Z",
      "rules": [
        {
          "id": "019df252-5b80-7000-8000-000000000004",
          "name": "All",
          "filter": "",
          "type": "report",
          "to": "nobody",
          "message": null,
          "repeatHours": 24,
          "enabled": true,
          "broken": false
        }
      ]
    }
  },
  "deleteColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 204
  },
  "listColleagueRuns": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "scanId": "019df252-5b80-7000-8000-000000000002",
        "kind": "scan",
        "trigger": "manual",
        "status": "success",
        "tasksScanned": 1,
        "actionsGenerated": 2,
        "sent": 0,
        "failed": 0,
        "durationMs": 25,
        "byRule": {
          "digest": 1,
          "custom:All": 1
        },
        "held": {
          "away": 0,
          "muted": 0,
          "budget": 0,
          "repeat": 0
        },
        "startedAt": "2026-05-04T09:30:00.000Z",
        "finishedAt": "2026-05-04T09:30:00.000Z",
        "error": null
      }
    ]
  },
  "listColleagueActivity": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "id": "019df252-5b80-7000-8000-000000000002",
        "scanId": "019df252-5b80-7000-8000-000000000003",
        "type": "report",
        "rule": "custom:All",
        "taskId": "019df252-5b80-7000-8000-000000000004",
        "userId": null,
        "message": "Have a look at PRO-1 \"Task\" (All).",
        "status": "logged",
        "why": {
          "unchangedHours": 0
        },
        "held": null,
        "feedback": {
          "useful": 0,
          "notUseful": 0,
          "mine": null
        },
        "createdAt": "2026-05-04T09:30:00.000Z"
      },
      {
        "id": "019df252-5b80-7000-8000-000000000005",
        "scanId": "019df252-5b80-7000-8000-000000000003",
        "type": "report",
        "rule": "digest",
        "taskId": null,
        "userId": null,
        "message": "Hello! Here is where things stand. Standup: 0 done since yesterday; 1 open, of which 0 in progress, 0 in review, 0 blocked, 0 overdue, 0 due within a day.",
        "status": "logged",
        "why": {},
        "held": null,
        "feedback": {
          "useful": 0,
          "notUseful": 0,
          "mine": null
        },
        "createdAt": "2026-05-04T09:30:00.000Z"
      }
    ]
  },
  "getColleagueStats": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": [
      {
        "rule": "custom:All",
        "said": 1,
        "sent": 0,
        "held": 0,
        "actedOn": 0,
        "actedWithinHours": null,
        "useful": 0,
        "notUseful": 0
      },
      {
        "rule": "digest",
        "said": 1,
        "sent": 0,
        "held": 0,
        "actedOn": null,
        "actedWithinHours": null,
        "useful": 0,
        "notUseful": 0
      }
    ]
  },
  "giveColleagueFeedback": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001",
      "activityId": "019df252-5b80-7000-8000-000000000002"
    },
    "body": {
      "useful": true
    },
    "status": 200,
    "answer": {
      "useful": 1,
      "notUseful": 0,
      "mine": true
    }
  },
  "scanColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "scanId": "019df252-5b80-7000-8000-000000000002",
      "tasksScanned": 5,
      "actionsGenerated": 5,
      "sent": 0,
      "failed": 0,
      "durationMs": 25,
      "lastScanAt": "2026-05-04T09:30:00.000Z",
      "nextScanAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "aiCheckColleague": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "status": 200,
    "answer": {
      "checkId": "019df252-5b80-7000-8000-000000000002",
      "summary": "All is well.",
      "findings": [],
      "tasksAnalyzed": 5,
      "model": "some-model",
      "usage": {
        "inputTokens": 900,
        "outputTokens": 80
      },
      "durationMs": 25,
      "startedAt": "2026-05-04T09:30:00.000Z"
    }
  },
  "testColleagueChannel": {
    "path": {
      "id": "019df252-5b80-7000-8000-000000000001"
    },
    "body": {
      "channel": "mail"
    },
    "status": 200,
    "answer": {
      "status": "sent",
      "reason": null,
      "durationMs": 25
    }
  }
};
